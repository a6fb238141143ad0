/** The address of a person in a list like that of GitHub's API. */

interface Listed {
  readonly email?: unknown;
  readonly primary?: unknown;
  readonly verified?: unknown;
}

const isListed = (entry: unknown): entry is Listed => typeof entry === "object" && entry !== null;

/** The verified primary address; undefined when the list has none, or is no list. */
export function verifiedAddress(list: unknown): string | undefined {
  if (!Array.isArray(list)) return undefined;
  const entry = list
    .filter(isListed)
    .find(({ primary, verified }) => primary === true && verified === true);
  return typeof entry?.email === "string" && entry.email !== "" ? entry.email : undefined;
}
