/** A plan as a person reads it before it is done. */
import type { PlannedChange } from "../../configuration/apply.ts";
import { displayText } from "../../std/display-text.ts";
import type { MemberChange } from "../../store/audit-chain.ts";

const SIGNS = { create: "+", change: "~", remove: "-" } as const;
const MAX_VALUE_LENGTH = 200;

const valueText = (value: unknown): string =>
  displayText(
    typeof value === "string" ? JSON.stringify(value) : JSON.stringify(value),
    MAX_VALUE_LENGTH,
  );

function memberLine(change: MemberChange): string {
  const member = displayText(change.member, MAX_VALUE_LENGTH);
  if (change.secret) return `    ~ ${member}: (a secret)`;
  const [before, after] = ["before" in change, "after" in change];
  if (before && after) {
    return `    ~ ${member}: ${valueText(change.before)} → ${valueText(change.after)}`;
  }
  return after
    ? `    + ${member}: ${valueText(change.after)}`
    : `    - ${member}: ${valueText(change.before)}`;
}

function linesOf({ kind, name, action, members }: PlannedChange): string[] {
  const title = kind === name ? kind : `${kind} ${displayText(name, MAX_VALUE_LENGTH)}`;
  // What goes as a whole needs no list of its members.
  return [`${SIGNS[action]} ${title}`, ...(action === "remove" ? [] : members.map(memberLine))];
}

export function planText(changes: readonly PlannedChange[]): string {
  if (changes.length === 0) return "nothing to do";
  const count = (action: PlannedChange["action"]) =>
    changes.filter((one) => one.action === action).length;
  const sum = `${count("create")} to create, ${count("change")} to change, ${count("remove")} to remove`;
  return [...changes.flatMap(linesOf), "", sum].join("\n");
}
