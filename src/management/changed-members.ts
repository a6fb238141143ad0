/** Which members of a document a write changes. */

type Document = Readonly<Record<string, unknown>>;

/** Members of objects in one order, so that equal documents are equal texts. */
const canonical = (value: unknown): string | undefined =>
  JSON.stringify(value, (_key, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );

export const isSame = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);

export function changedMembers(before: Document, after: Document): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !isSame(before[name], after[name]));
}
