/** A key or certificate is replaced in two steps: the next one is published, then it is used alone. */
import { Group } from "@mantine/core";
import { Confirm } from "../../parts/confirm.tsx";

export type Step = "prepare" | "activate";

export interface StepTexts {
  readonly prepare: string;
  readonly prepareConsequence: string;
  /** Where a next one is published already. */
  readonly prepareAgain: string;
  readonly activate: string;
  readonly activateConsequence: string;
}

export function TwoSteps({
  text,
  hasNext,
  run,
}: {
  text: StepTexts;
  hasNext: boolean;
  run: (step: Step) => Promise<void>;
}) {
  return (
    <Group gap="xs" align="start">
      <Confirm
        label={text.prepare}
        color="postern"
        consequence={hasNext ? text.prepareAgain : text.prepareConsequence}
        onConfirm={() => run("prepare")}
      />
      {hasNext && (
        <Confirm
          label={text.activate}
          consequence={text.activateConsequence}
          onConfirm={() => run("activate")}
        />
      )}
    </Group>
  );
}
