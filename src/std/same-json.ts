/** Whether two JSON values are equal, whatever the order of the members of their objects. */

/** Members of objects in one order, so that equal documents are equal texts. */
const canonical = (value: unknown): string | undefined =>
  JSON.stringify(value, (_key, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );

export const isSame = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);
