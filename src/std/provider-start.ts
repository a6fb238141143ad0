/** Addresses of this service where a sign-in at a provider elsewhere starts: made of a record, and read back. */

/** Whose record the provider is: an OAuth 2.0 or OpenID provider, or one over SAML. */
export type ProviderSource = "oauth" | "saml";

export interface StartedProvider {
  readonly source: ProviderSource;
  /** Of the record. */
  readonly id: string;
}

/** @param prefix of the service, empty or `/auth` */
export function startOfProvider(prefix: string, { source, id }: StartedProvider): string {
  const segment = encodeURIComponent(id);
  return source === "oauth"
    ? `${prefix}/oauth2/auth/${segment}`
    : `${prefix}/saml/${segment}/login`;
}

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/** The provider that an address leads to, whatever parameters it has; undefined for every other address. */
export function providerStartedBy(prefix: string, address: string): StartedProvider | undefined {
  const [path = ""] = address.split("?");
  const oauth = `${prefix}/oauth2/auth/`;
  if (path.startsWith(oauth)) return { source: "oauth", id: decoded(path.slice(oauth.length)) };
  const saml = `${prefix}/saml/`;
  if (!path.startsWith(saml) || !path.endsWith("/login")) return undefined;
  return { source: "saml", id: decoded(path.slice(saml.length, -"/login".length)) };
}
