/** A key or certificate is replaced in two steps: the next one is published, then it is used alone. */
import { Group } from "@mantine/core";
import type { AdminRoute } from "../../api/acts.gen.ts";
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
  calls,
}: {
  text: StepTexts;
  hasNext: boolean;
  run: (step: Step) => Promise<void>;
  /** The route of the first step. */
  calls: AdminRoute;
}) {
  return (
    <Group gap="xs" align="start">
      <Confirm
        calls={calls}
        label={text.prepare}
        color="postern"
        consequence={hasNext ? text.prepareAgain : text.prepareConsequence}
        onConfirm={() => run("prepare")}
      />
      {hasNext && (
        <Confirm
          calls={calls}
          label={text.activate}
          consequence={text.activateConsequence}
          onConfirm={() => run("activate")}
        />
      )}
    </Group>
  );
}
