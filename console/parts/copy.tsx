/** Copies a text and says that it did. */
import { ActionIcon, CopyButton, Tooltip } from "@mantine/core";
import { useTexts } from "../base/language.ts";
import { Icon } from "./icon.tsx";

export function Copy({ value, label }: { value: string; label?: string }) {
  const text = useTexts("frame");
  return (
    <CopyButton value={value} timeout={2_000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? text.copied : (label ?? text.copy)}>
          <ActionIcon
            variant="subtle"
            color={copied ? "teal" : "gray"}
            aria-label={label ?? text.copy}
            onClick={copy}
          >
            <Icon name={copied ? "done" : "copy"} size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}
