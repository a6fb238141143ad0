/** Which members of a document a write changes. */
import { isSame } from "../std/same-json.ts";

type Document = Readonly<Record<string, unknown>>;

export function changedMembers(before: Document, after: Document): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !isSame(before[name], after[name]));
}
