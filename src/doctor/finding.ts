/** What the doctor says of one thing that it looks at. */

import type { Call } from "../call.ts";
import { type Message, type MessageId, message } from "../messages/message.ts";
import { withDeadline } from "../std/deadline.ts";

export const SEVERITIES = ["danger", "warning", "hint", "ok"] as const;

/** `danger` lets someone in or keeps everyone out, `warning` will, `hint` could be better. */
type Severity = (typeof SEVERITIES)[number];

/** Where it is put right; every member that helps is there. */
interface Repair {
  /** Page of the console: its hash without `#`. */
  readonly tab?: string;
  /** Of that page: the one record that it is about. */
  readonly record?: string;
  /** `namespace.member` of the settings, or a key of the static configuration. */
  readonly setting?: string;
  /** To run where the service runs. */
  readonly command?: string;
}

export interface Finding {
  /** Stable, one word for one check; the id of its title is `doctor.<id>`. */
  readonly id: CheckId;
  readonly severity: Severity;
  readonly title: string;
  /** What is so, in one sentence or two. */
  readonly text: string;
  /** The same by id. */
  readonly message: Message;
  /** What it is about, one line each; absent where the text says it all. */
  readonly details?: readonly string[];
  /** The same by id. */
  readonly notes?: readonly Message[];
  /** Absent where nothing is to be done. */
  readonly repair?: Repair;
}

/** What a check found to be wrong. */
export interface Problem {
  readonly severity: Exclude<Severity, "ok">;
  readonly message: Message;
  readonly notes?: readonly Message[];
  /** In place of the one of the check. */
  readonly repair?: Repair;
}

/** Checks have a title and a text for when nothing is wrong: `doctor.<id>` and `doctor.<id>.fine`. */
type CheckId = {
  [Id in MessageId]: Id extends `doctor.${infer Name}.fine` ? Name : never;
}[MessageId];

export interface Check {
  readonly id: CheckId;
  readonly repair: Repair;
  /** May throw, and may take as long as it likes: the finding then says so. */
  readonly examine: (call: Call) => Problem | undefined | Promise<Problem | undefined>;
}

/** A problem with one line for each warning; undefined without any. */
export function warned(
  severity: Problem["severity"],
  text: Message,
  lines: readonly Message[],
): Problem | undefined {
  return lines.length === 0 ? undefined : { severity, message: text, notes: bounded(lines) };
}

/** The answer is read by people: so many lines of one finding, and the number of the others. */
const MAX_LINES = 20;

export function bounded(lines: readonly Message[]): readonly Message[] {
  if (lines.length <= MAX_LINES) return lines;
  const more = message("doctor.more", { count: lines.length - MAX_LINES });
  return [...lines.slice(0, MAX_LINES), more];
}

/** Milliseconds for one check; all of them run at the same time. */
const PATIENCE_MS = 1_800;

/** Why a check came to no end. */
type Unfinished = "late" | "failed";

async function outcomeOf(check: Check, call: Call): Promise<Problem | undefined | Unfinished> {
  try {
    return await check.examine(call);
  } catch (error) {
    call.service.runtime.log.debug("a check of the doctor failed", { check: check.id, error });
    return "failed";
  }
}

function findingOf({ id, repair }: Check, outcome: Problem | undefined | Unfinished): Finding {
  const title = message(`doctor.${id}`).text;
  const said = (severity: Severity, text: Message) =>
    ({ id, severity, title, text: text.text, message: text }) as const;
  if (outcome === undefined) return said("ok", message(`doctor.${id}.fine`));
  if (outcome === "failed") return { ...said("warning", message("doctor.failed")), repair };
  if (outcome === "late") return { ...said("hint", message("doctor.late")), repair };
  const { severity, notes } = outcome;
  return {
    ...said(severity, outcome.message),
    ...(notes && { details: notes.map(({ text }) => text), notes }),
    repair: outcome.repair ?? repair,
  };
}

/** Worst first; within one severity in the order of the checks. Answers within two seconds. */
export async function examineAll(checks: readonly Check[], call: Call): Promise<Finding[]> {
  const findings = await Promise.all(
    checks.map(async (check) =>
      findingOf(
        check,
        await withDeadline(outcomeOf(check, call), PATIENCE_MS, () => "late" as const),
      ),
    ),
  );
  return findings.sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}
