/** Internal authorization codes for a session that is signed in (login-session-wire 3.11; I-5, L-W32). */

import type { AuthApi, MintRequest } from "../api.ts";
import { issueCode } from "../codes/authorization-code.ts";
import { AuthError } from "../errors.ts";
import {
  type Authentication,
  authenticationOf,
  type Identity,
  signInOf,
  withoutPrincipal,
} from "../identity.ts";
import type { Providers } from "../providers/catalog.ts";
import { providerClients } from "../providers/first-party-clients.ts";
import { authInstance } from "../session/instances.ts";
import type { CurrentSession } from "../session/session.ts";
import { isThumbprint } from "../std/thumbprint.ts";
import { appendQuery } from "../std/url-query.ts";
import { redirect } from "./redirect.ts";
import { isAllowedTarget } from "./redirect-list.ts";
import { singleValue, type Visit } from "./visit.ts";

const MAX_TEXT_LENGTH = 2_048;
/** As at the authorization endpoint. */
const MAX_STATE_LENGTH = 4_096;
/** Parameters that ask something of the sign-in, the question or the answer (OpenID Connect Core §3.1.2.1). */
const DEMANDS = [
  "prompt",
  "max_age",
  "acr_values",
  "id_token_hint",
  "claims",
  "response_mode",
] as const;

/** `auth_middleware`, else that of the session's provider, else the only one of all providers. */
function linkedAuth(
  visit: Visit,
  providers: Providers,
  session: CurrentSession,
): AuthApi | undefined {
  const { options, instances } = visit.login;
  const own = providers.get(session.identity.provider)?.auth_middleware;
  const all = new Set([...providers.values()].map((one) => one.auth_middleware).filter(Boolean));
  const [only] = all.size === 1 ? all : [];
  const name = options.auth_middleware || own || only;
  return name ? authInstance(instances, name) : undefined;
}

/** The subject of the code: the principal of our own token, else the name from the provider's record. */
function subjectOf(
  identity: Identity,
): Pick<MintRequest, "sub" | "sign_in" | "alias" | keyof Authentication> {
  const { kind, sub, principal, claims } = identity;
  const authentication = authenticationOf(identity);
  if (kind === "principal") {
    return { sub, sign_in: signInOf(claims), alias: principal, ...authentication };
  }
  if (principal === undefined) {
    throw new AuthError("forbidden", "alias is empty", { detail: withoutPrincipal(identity) });
  }
  return { alias: principal, ...authentication };
}

const CHALLENGE = /^[A-Za-z0-9\-._~]{43,128}$/;

function challengeOf(query: URLSearchParams) {
  const code_challenge = singleValue(query, "code_challenge");
  const method = singleValue(query, "code_challenge_method");
  if (code_challenge === undefined) {
    if (method === undefined) return {};
    throw new AuthError("invalid_request", "code_challenge_method without code_challenge");
  }
  const code_challenge_method = method ?? "plain";
  if (code_challenge_method !== "plain" && code_challenge_method !== "S256") {
    throw new AuthError("invalid_request", "code_challenge_method must be plain or S256");
  }
  if (!CHALLENGE.test(code_challenge)) {
    throw new AuthError("invalid_request", "code_challenge is malformed");
  }
  return { code_challenge, code_challenge_method };
}

/** RFC 9449 §10. */
function keyBindingOf(query: URLSearchParams) {
  const dpop_jkt = singleValue(query, "dpop_jkt");
  if (dpop_jkt === undefined) return {};
  if (!isThumbprint(dpop_jkt)) throw new AuthError("invalid_request", "dpop_jkt is malformed");
  return { dpop_jkt };
}

/** Texts that are stored and travel on are bounded. */
function bounded(
  query: URLSearchParams,
  name: string,
  longest = MAX_TEXT_LENGTH,
): string | undefined {
  const value = singleValue(query, name);
  if (value !== undefined && value.length > longest) {
    throw new AuthError("invalid_request", `${name} is too long`);
  }
  return value;
}

/** @param own clients of the session's own providers */
function readRequest(visit: Visit, own: ReadonlySet<string>): MintRequest {
  const { query, login } = visit;
  const { redirect_white_list: list, clients } = login.options;
  const uris = query.getAll("redirect_uri");
  const [redirect_uri = ""] = uris;
  if (uris.length !== 1 || !isAllowedTarget(redirect_uri, list)) {
    throw new AuthError("forbidden", "redirect_uri is not allowed");
  }
  const client_id = bounded(query, "client_id");
  if (client_id === undefined) throw new AuthError("invalid_request", "client_id is required");
  return {
    client_id,
    redirect_uri,
    trusted: clients.includes(client_id) || own.has(client_id),
    target_listed: list.length > 0,
    scope: bounded(query, "scope"),
    nonce: bounded(query, "nonce"),
    ...challengeOf(query),
    ...keyBindingOf(query),
  };
}

/**
 * The code in the store that the redeeming service reads. Its clients are not known here, so the
 * configuration names those that need no question, and where they may be.
 */
async function storeOwn(visit: Visit, request: MintRequest): Promise<string> {
  const { login } = visit;
  if (!login.options.clients.includes(request.client_id) || !request.target_listed) {
    throw new AuthError("forbidden", "the client is not allowed", {
      detail: "login.clients and login.redirect_white_list name who may be given a code",
    });
  }
  const scope = (request.scope ?? "").split(/\s+/).filter(Boolean);
  return issueCode(login.codes.store, login.instances.runtime.random, {
    request: { ...request, scope },
    subject: { alias: request.alias ?? "" },
    authentication: request,
  });
}

/** `GET {base}?response_type=code` of a browser that is signed in. */
export async function mintForSession(visit: Visit, session: CurrentSession): Promise<Response> {
  const providers = await visit.session.providers();
  const request = {
    ...readRequest(visit, providerClients(providers.values()).firstParty),
    ...subjectOf(session.identity),
  };
  const state = bounded(visit.query, "state", MAX_STATE_LENGTH);
  const answer = (code: string, iss: string | undefined) => {
    const members = new URLSearchParams({
      code,
      ...(state !== undefined && { state }),
      ...(iss !== undefined && { iss }),
    });
    return redirect(visit, 307, appendQuery(request.redirect_uri, members));
  };
  const linked = linkedAuth(visit, providers, session);
  if (!linked) return answer(await storeOwn(visit, request), undefined);
  // What asks for more than a session is the matter of the authorization endpoint.
  const minted = DEMANDS.some((name) => visit.query.get(name))
    ? undefined
    : await linked.mintCode(request);
  if (minted?.kind === "code") return answer(minted.code, await linked.issuer(visit.origin));
  return redirect(visit, 307, `${linked.prefix}/oauth2/authorize?${visit.query}`);
}
