/** What a client metadata document must say (auth-wire 5.13; G-5). */
import { AuthError } from "../../errors.ts";
import { displayText } from "../../std/display-text.ts";
import { isLoopback, readTarget } from "../clients/redirect-target.ts";
import { redirectFault } from "../clients/registrable-redirect.ts";
import { shapedMetadata, USER_GRANTS } from "../registration/metadata.ts";
import { parseScope } from "../scope.ts";

/** A public client with PKCE, as its document describes it. */
export interface ClientDocument {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly grantTypes: readonly string[];
  /** Empty when it names none. */
  readonly scope: readonly string[];
  /** Every target leads to the person's own device, where any program can listen. */
  readonly loopbackOnly: boolean;
  /** Its tokens are bound to a key (RFC 9449 §5.2). */
  readonly keyBound: boolean;
}

const unfit = (reason: string) => new AuthError("invalid_client", reason);

/** A secret in a public document is none; a method that needs one cannot be meant. */
function requirePublic(document: Readonly<Record<string, unknown>>, method: string | undefined) {
  if (method !== undefined && method !== "none") {
    throw unfit("token_endpoint_auth_method: must be none");
  }
  for (const name of ["client_secret", "client_secret_expires_at"]) {
    if (Object.hasOwn(document, name)) throw unfit(`${name}: must not be in a document`);
  }
}

function redirectsOf(uris: readonly string[] = [], schemes: readonly string[]): readonly string[] {
  if (uris.length === 0) throw unfit("redirect_uris is required");
  for (const [index, uri] of uris.entries()) {
    const fault = redirectFault(uri, { schemes });
    if (fault !== undefined) throw unfit(`redirect_uris[${index}]: ${fault}`);
  }
  return uris;
}

/** A document speaks to every server: grants that are not for it here are left out. */
function grantsOf(named: readonly string[] | undefined): readonly string[] {
  if (named === undefined || named.length === 0) return ["authorization_code", "refresh_token"];
  const grants = USER_GRANTS.filter((grant) => named.includes(grant));
  if (grants.includes("authorization_code")) return grants;
  throw unfit("grant_types: must have authorization_code");
}

/** Whether there are targets, and every one leads to the person's own device. */
export const isLoopbackOnly = (uris: readonly string[]): boolean =>
  uris.length > 0 &&
  uris.every((uri) => {
    const target = readTarget(uri);
    return target !== undefined && isLoopback(target);
  });

/**
 * Reads a document that was fetched. Throws `invalid_client` with the member that is wrong.
 * @param url where it was fetched, and what it has to call itself, letter by letter
 */
export function readDocument(
  url: string,
  document: Readonly<Record<string, unknown>>,
  schemes: readonly string[],
): ClientDocument {
  const said = shapedMetadata(document, unfit);
  if (!Object.hasOwn(document, "client_id") || document.client_id !== url) {
    throw unfit("client_id: must be the URL of the document");
  }
  requirePublic(document, said.token_endpoint_auth_method);
  const name = displayText(said.client_name ?? "");
  if (name === "") throw unfit("client_name is required");
  if (said.response_types?.length && !said.response_types.includes("code")) {
    throw unfit("response_types: must have code");
  }
  const redirectUris = redirectsOf(said.redirect_uris, schemes);
  let scope: readonly string[];
  try {
    scope = parseScope(said.scope);
  } catch {
    throw unfit("scope: has invalid characters or too many scopes");
  }
  const loopbackOnly = isLoopbackOnly(redirectUris);
  const keyBound = said.dpop_bound_access_tokens === true;
  const grantTypes = grantsOf(said.grant_types);
  return { name, redirectUris, grantTypes, scope, loopbackOnly, keyBound };
}
