/** What roles and scopes a caller's claims hold (login-session-wire 1.4). */

type Claims = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Claims =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const member = (value: unknown, name: string): unknown =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];

/** `scope`, split on white space. */
export function scopeSet(claims: Claims): ReadonlySet<string> {
  const scope = member(claims, "scope");
  return new Set(typeof scope === "string" ? scope.split(/\s+/).filter(Boolean) : []);
}

/** Union of `roles`, `realm_access.roles` and every `resource_access.<client>.roles`. */
export function roleSet(claims: Claims): ReadonlySet<string> {
  const access = member(claims, "resource_access");
  const perClient = isRecord(access) ? Object.values(access) : [];
  const holders = [claims, member(claims, "realm_access"), ...perClient];
  return new Set(holders.flatMap((holder) => texts(member(holder, "roles"))));
}
