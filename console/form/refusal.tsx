/** Why a form was not saved, above its buttons: each fault by the name of its field, which it leads to. */
import { Alert, Anchor } from "@mantine/core";
import { Fragment } from "react";
import { fill } from "../../src/std/texts/fill.ts";
import { focusWithin } from "../base/focus.ts";
import { useReasons, useTexts } from "../base/language.ts";
import { explain } from "../base/notices.ts";
import { Icon } from "../parts/icon.tsx";
import { type Faults, fieldAt } from "./faults.ts";

export interface RefusalProps {
  /** Members that are at fault. */
  readonly faults: Faults;
  /** What they are called, as far as they have fields here. */
  readonly labels: ReadonlyMap<string, string>;
  /** A failure that is about no member. */
  readonly problem: unknown;
}

/** The label of a place, or of what it is a part of. */
function labelOf(labels: ReadonlyMap<string, string>, place: string): string | undefined {
  const near = [...labels].filter(([at]) => place === at || place.startsWith(`${at}.`));
  return near.sort(([one], [other]) => other.length - one.length)[0]?.[1];
}

export function Refusal({ faults, labels, problem }: RefusalProps) {
  const text = useTexts("records");
  const { colon } = useTexts("frame");
  const reason = useReasons();
  if (faults.size === 0 && problem === undefined) return null;
  return (
    <Alert
      color="red"
      icon={<Icon name="warning" />}
      role="alert"
      tabIndex={-1}
      className="console-refusal"
      title={faults.size > 0 ? fill(text.refused, { count: faults.size }) : undefined}
    >
      {problem !== undefined && explain(problem)}
      <ul className="console-steps">
        {[...faults].map(([place, sentences]) => (
          <li key={place}>
            <Anchor
              component="button"
              type="button"
              size="sm"
              fw={600}
              onClick={({ currentTarget }) => {
                const form = currentTarget.closest("form");
                const field = form && fieldAt(form, place);
                if (field) focusWithin(field);
              }}
            >
              {labelOf(labels, place) ?? <code>{place}</code>}
            </Anchor>
            {colon}
            {sentences.map((sentence, at) => (
              <Fragment key={sentence.text}>
                {at > 0 && " "}
                {reason(sentence)}
              </Fragment>
            ))}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
