/** Turns the issues of a schema into one refusal: which member, and what is wrong with it. */
import { z } from "zod";
import {
  type Message,
  message,
  messageAt,
  messageOf,
  plain,
  type Reason,
} from "../../messages/message.ts";

/** One thing that is wrong with one member. */
export interface Fault {
  readonly path: readonly PropertyKey[];
  /** Reads after the member's name; never holds the value itself (N-8). */
  readonly reason: Reason;
}

export interface Faults {
  /** A member has the wrong JSON type, so the document cannot even be read. */
  readonly undecodable: boolean;
  /** Replaces `setting` in `invalid <namespace> setting` when all faults agree on it. */
  readonly rule: string | undefined;
  /** `path: reason` for every fault. */
  readonly detail: string;
  /** The same by id. */
  readonly messages: readonly Message[];
}

/** More faults than this are not worth reading. */
const MAX_FAULTS_SHOWN = 10;

const TYPES = {
  string: message("fault.type.string"),
  boolean: message("fault.type.boolean"),
  number: message("fault.type.number"),
  int: message("fault.type.int"),
  array: message("fault.type.array"),
  object: message("fault.type.object"),
  record: message("fault.type.object"),
} as const;

const typeOf = (type: string): Message =>
  Object.hasOwn(TYPES, type)
    ? TYPES[type as keyof typeof TYPES]
    : message("fault.type.other", { type });

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
  const messages = listFaults(told.slice(0, MAX_FAULTS_SHOWN), document).map((fault) =>
    faultMessage(fault, root),
  );
  return {
    undecodable,
    rule: rules.size === 1 ? [...rules][0] : undefined,
    detail: messages.map(({ text }) => text).join("; "),
    messages,
  };
}

/** Every fault by itself, in the order of the schema. */
export function listFaults(issues: readonly z.core.$ZodIssue[], document: unknown): Fault[] {
  return issues.map((issue) => ({ path: issue.path, reason: reasonOf(issue, document) }));
}

/** `path: reason`; `root` is what the document itself is called. */
export const faultMessage = ({ path, reason }: Fault, root: string): Message =>
  messageAt(writePath(path) || root, messageOf(reason));

/** Its English. */
export const writeFault = (fault: Fault, root: string): string => faultMessage(fault, root).text;

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

function reasonOf(issue: z.core.$ZodIssue, document: unknown): Message {
  if (issue.code === "custom") {
    const said: Message | undefined = issue.params?.said;
    return said ?? plain(issue.message);
  }
  if (issue.code === "too_small" || issue.code === "too_big") return boundOf(issue);
  if (issue.code === "unrecognized_keys") {
    return message("fault.unknown_members", { names: issue.keys.join(", ") });
  }
  if (issue.code !== "invalid_type") return plain(issue.message);
  if (valueAt(document, issue.path) === undefined) return message("fault.required");
  return typeOf(issue.expected);
}

/** The bound by id; a schema may have English words of its own for it. */
function boundOf(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): Message {
  const said = boundBy(issue);
  return issue.message === wordsOfZod(issue) ? said : { ...said, text: issue.message };
}

/** What the schema library says where a schema says nothing. */
function wordsOfZod(issue: z.core.$ZodIssue): string | undefined {
  const said = z.config().localeError?.(issue as z.core.$ZodRawIssue);
  return typeof said === "object" && said !== null ? said.message : (said ?? undefined);
}

function boundBy(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): Message {
  if (issue.code === "too_small") {
    const least = String(issue.minimum);
    if (issue.origin === "array") return message("fault.least_entries", { least });
    if (issue.origin === "string") return message("fault.least_characters", { least });
    return message("fault.least", { least });
  }
  const most = String(issue.maximum);
  if (issue.origin === "array") return message("fault.most_entries", { most });
  if (issue.origin === "string") return message("fault.most_characters", { most });
  return message("fault.most", { most });
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
