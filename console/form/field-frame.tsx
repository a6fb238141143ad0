/** What stands around every field: its name, what it means, and that it is set elsewhere. */
import { Badge, Group, Input, Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import { fill } from "../../src/std/texts/fill.ts";
import { useTexts } from "../base/language.ts";

export interface FieldFrameProps {
  readonly label: string;
  readonly description?: ReactNode | undefined;
  readonly error?: string | undefined;
  readonly pinned?: string | undefined;
  readonly children: ReactNode;
}

/** For fields that have no frame of Mantine's own. */
export function FieldFrame({ label, description, error, pinned, children }: FieldFrameProps) {
  return (
    <Input.Wrapper
      label={<Label label={label} pinned={pinned} />}
      description={description}
      error={error}
      labelElement="div"
    >
      {children}
    </Input.Wrapper>
  );
}

export function Label({ label, pinned }: { label: string; pinned?: string | undefined }) {
  const text = useTexts("records");
  if (pinned === undefined) return <>{label}</>;
  return (
    <Group component="span" gap={6} display="inline-flex">
      {label}
      <Tooltip label={fill(text.pinnedHint, { source: pinned })} multiline maw={320}>
        <Badge size="xs" variant="light" color="gray" tt="none">
          {text.pinned}
        </Badge>
      </Tooltip>
    </Group>
  );
}
