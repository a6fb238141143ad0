/** What the doctor says of one thing that it looks at. */
import type { Call } from "../call.ts";
import { withDeadline } from "../std/deadline.ts";

export const SEVERITIES = ["danger", "warning", "hint", "ok"] as const;

/** `danger` lets someone in or keeps everyone out, `warning` will, `hint` could be better. */
type Severity = (typeof SEVERITIES)[number];

/** Where it is put right; every member that helps is there. */
interface Repair {
  /** Page of the console: its hash without `#`. */
  readonly tab?: string;
  /** `namespace.member` of the settings, or a key of the static configuration. */
  readonly setting?: string;
  /** To run where the service runs. */
  readonly command?: string;
}

export interface Finding {
  /** Stable, one word for one check. */
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  /** What is so, in one sentence or two. */
  readonly text: string;
  /** What it is about, one line each; absent where the text says it all. */
  readonly details?: readonly string[];
  /** Absent where nothing is to be done. */
  readonly repair?: Repair;
}

/** What a check found to be wrong. */
export interface Problem {
  readonly severity: Exclude<Severity, "ok">;
  readonly text: string;
  readonly details?: readonly string[];
  /** In place of the one of the check. */
  readonly repair?: Repair;
}

export interface Check {
  readonly id: string;
  readonly title: string;
  /** The text when nothing is wrong. */
  readonly fine: string;
  readonly repair: Repair;
  /** May throw, and may take as long as it likes: the finding then says so. */
  readonly examine: (call: Call) => Problem | undefined | Promise<Problem | undefined>;
}

/** A problem with one line for each warning; undefined without any. */
export function warned(
  severity: Problem["severity"],
  text: string,
  details: readonly string[],
): Problem | undefined {
  return details.length === 0 ? undefined : { severity, text, details: bounded(details) };
}

/** The answer is read by people: so many lines of one finding, and the number of the others. */
const MAX_LINES = 20;

function bounded(lines: readonly string[]): readonly string[] {
  if (lines.length <= MAX_LINES) return lines;
  return [...lines.slice(0, MAX_LINES), `and ${lines.length - MAX_LINES} more`];
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

function findingOf({ id, title, fine, repair }: Check, outcome: Problem | undefined | Unfinished) {
  if (outcome === undefined) return { id, severity: "ok", title, text: fine } as const;
  if (outcome === "failed") {
    return { id, severity: "warning", title, text: "This could not be checked.", repair } as const;
  }
  if (outcome === "late") {
    const text = "This is still being checked: ask again in a moment.";
    return { id, severity: "hint", title, text, repair } as const;
  }
  const { severity, text, details } = outcome;
  return {
    ...{ id, severity, title, text },
    ...(details && { details }),
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
