/** Claims that a client asked for one by one, as its tokens carry them (OpenID Connect Core §5.5; Z-9). */

/** Names of standard claims. */
export interface RequestedClaims {
  readonly id_token: readonly string[];
  readonly userinfo: readonly string[];
}

const names = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];

/** What a token of ours says; its userinfo and its successors tell as much. */
export function requestedIn({
  requested_claims: said,
}: Readonly<Record<string, unknown>>): RequestedClaims | undefined {
  if (typeof said !== "object" || said === null) return undefined;
  const { id_token, userinfo } = said as Readonly<Record<string, unknown>>;
  return { id_token: names(id_token), userinfo: names(userinfo) };
}

/** The claim `requested_claims`; undefined when there is nothing to say. */
export function claimOf(
  requested: Partial<RequestedClaims> | undefined,
): Partial<RequestedClaims> | undefined {
  const said = Object.entries(requested ?? {}).filter(([, list]) => list.length > 0);
  return said.length > 0 ? Object.fromEntries(said) : undefined;
}
