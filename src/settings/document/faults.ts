/** Turns the issues of a schema into one refusal: which member, and what is wrong with it. */
import type { z } from "zod";

/** One thing that is wrong with one member. */
export interface Fault {
  readonly path: readonly PropertyKey[];
  /** Reads after the member's name; never holds the value itself (N-8). */
  readonly reason: string;
}

export interface Faults {
  /** A member has the wrong JSON type, so the document cannot even be read. */
  readonly undecodable: boolean;
  /** Replaces `setting` in `invalid <namespace> setting` when all faults agree on it. */
  readonly rule: string | undefined;
  /** `path: reason` for every fault. */
  readonly detail: string;
}

/** More faults than this are not worth reading. */
const MAX_FAULTS_SHOWN = 10;

const EXPECTED: Readonly<Record<string, string>> = {
  string: "a string",
  boolean: "true or false",
  number: "a number",
  int: "a whole number",
  array: "a list",
  object: "an object",
  record: "an object",
};

/** @param root what the document is called when the document itself is at fault */
export function describeFaults(
  issues: readonly z.core.$ZodIssue[],
  document: unknown,
  root: string,
): Faults {
  const wrongTypes = issues.filter((issue) => issue.code === "invalid_type");
  const undecodable = wrongTypes.length > 0;
  const told = undecodable ? wrongTypes : issues;
  const rules = new Set(told.map(ruleOf));
  return {
    undecodable,
    rule: rules.size === 1 ? [...rules][0] : undefined,
    detail: told
      .slice(0, MAX_FAULTS_SHOWN)
      .map((issue) => writeFault({ path: issue.path, reason: reasonOf(issue, document) }, root))
      .join("; "),
  };
}

/** Every fault by itself, in the order of the schema. */
export function listFaults(issues: readonly z.core.$ZodIssue[], document: unknown): Fault[] {
  return issues.map((issue) => ({ path: issue.path, reason: reasonOf(issue, document) }));
}

/** `path: reason`; `root` is what the document itself is called. */
export function writeFault(fault: Fault, root: string): string {
  return `${writePath(fault.path) || root}: ${fault.reason}`;
}

/** `sites[0].origins[1]`, as one would write it. */
function writePath(path: readonly PropertyKey[]): string {
  return path
    .map((step, index) =>
      typeof step === "number" ? `[${step}]` : `${index > 0 ? "." : ""}${String(step)}`,
    )
    .join("");
}

function ruleOf(issue: z.core.$ZodIssue): string | undefined {
  const rule: unknown = issue.code === "custom" ? issue.params?.rule : undefined;
  return typeof rule === "string" ? rule : undefined;
}

function reasonOf(issue: z.core.$ZodIssue, document: unknown): string {
  if (issue.code === "too_small" || issue.code === "too_big") return boundOf(issue);
  if (issue.code === "unrecognized_keys") return `must not have ${issue.keys.join(", ")}`;
  if (issue.code !== "invalid_type") return issue.message;
  if (valueAt(document, issue.path) === undefined) return "is required";
  return `must be ${EXPECTED[issue.expected] ?? issue.expected}`;
}

/** Bounds that a schema has without words of its own. */
function boundOf(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  if (!issue.message.startsWith("Too ")) return issue.message;
  const small = issue.code === "too_small";
  const limit = `at ${small ? "least" : "most"} ${small ? issue.minimum : issue.maximum}`;
  if (issue.origin === "array") return `must have ${limit} entries`;
  if (issue.origin === "string") return `must have ${limit} characters`;
  return `must be ${limit}`;
}

function valueAt(document: unknown, path: readonly PropertyKey[]): unknown {
  let value = document;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step))
      return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}
