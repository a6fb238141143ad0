/** A request that goes on: the identity headers that it loses and gets, and what handlers behind may ask. */
import type { Providers } from "../providers/catalog.ts";
import type { Connection } from "../runtime.ts";
import { proceed, type Ready } from "../std/ready.ts";
import { NONCE_HEADER } from "../web/dpop-challenge.ts";
import type { AuthenticationResult } from "./authentication-result.ts";
import type { SessionCore } from "./core.ts";
import { contextOf, headersOf, identityHeaders } from "./identity.ts";
import type { Allowed, AnswerHeaders, SessionRequest } from "./session.ts";
import { cookieHeaders } from "./session-cookie.ts";

/** Identity headers by provider set; a set is made once per version and asked for at every request. */
const headerNames = new WeakMap<Providers, readonly string[]>();
export function identityHeadersOf(providers: Providers): readonly string[] {
  let names = headerNames.get(providers);
  if (!names) {
    names = identityHeaders(providers);
    headerNames.set(providers, names);
  }
  return names;
}

/** Without an identity, or where its provider is gone, identity headers are only removed (L-W4). */
function headerEdits(
  { flags }: SessionRequest,
  providers: Providers,
  found: AuthenticationResult,
): Pick<Allowed, "remove" | "set"> {
  let remove = identityHeadersOf(providers);
  if (found.kind !== "identity") return { remove, set: {} };
  const { identity, spent } = found;
  const provider = providers.get(identity.provider);
  let set = provider ? headersOf(identity, provider) : {};
  if (spent.length > 0) remove = [...remove, ...spent];
  if (flags?.token_header_delete) remove = [...remove, "authorization"];
  else if (flags?.token_header && identity.access_token !== undefined) {
    const scheme = found.proof === undefined ? "Bearer" : "DPoP";
    set = { ...set, authorization: `${scheme} ${identity.access_token}` };
  }
  return { remove, set };
}

/** The proof of a request counts once; guards and endpoints behind find it accepted. */
const accepted = ({ connection }: SessionRequest, acceptedProof: string): Connection => ({
  ...connection,
  acceptedProof,
});

const refusalOf = ({ reason, lacksProof }: Extract<AuthenticationResult, { kind: "refused" }>) => ({
  refusal: reason,
  ...(lacksProof && { lacks_proof: lacksProof }),
});

/** @param publicAccess a public permission covers the request */
export function pass(
  core: SessionCore,
  incoming: SessionRequest,
  providers: Providers,
  found: AuthenticationResult,
  publicAccess = false,
): Ready<Allowed> {
  const identity = found.kind === "identity" ? found.identity : undefined;
  const refusal = found.kind === "refused" ? refusalOf(found) : {};
  const { proof, nonce } = found.kind === "identity" ? found : {};
  const next: AnswerHeaders = nonce === undefined ? [] : [[NONCE_HEADER, nonce]];
  const renewed = found.kind === "identity" && found.refreshed ? found.session : undefined;
  return proceed(renewed ? cookieHeaders(core, incoming, renewed) : [], (answer) => ({
    kind: "pass",
    state: {
      connection: proof === undefined ? incoming.connection : accepted(incoming, proof),
      session: identity ? contextOf(identity) : refusal,
      ...(identity && { identity }),
      public_access: publicAccess,
    },
    ...headerEdits(incoming, providers, found),
    answer: next.length > 0 ? [...answer, ...next] : answer,
  }));
}
