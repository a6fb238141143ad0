/** Internal authorization codes for a session that is signed in (login-session-wire 3.11; L-W3, L-W32). */
import type { AuthApi, MintRequest } from "../../api.ts";
import { AuthError } from "../../errors.ts";
import type { Providers } from "../../providers/catalog.ts";
import { durationOf } from "../../std/duration.ts";
import { companionAuth } from "../companions.ts";
import type { CurrentSession } from "../session/session.ts";
import { randomText } from "./code-state.ts";
import { redirect } from "./redirect.ts";
import { isAllowedTarget } from "./redirect-list.ts";
import { singleValue, type Visit } from "./visit.ts";

/** K-3, O4 */
const LIFETIME = durationOf(60_000);
const LONGEST = 2_048;

interface Linked {
  readonly name: string;
  readonly auth: AuthApi;
}

/** `auth_middleware`, else that of the session's provider, else the only one of all providers. */
function linkedAuth(
  visit: Visit,
  providers: Providers,
  session: CurrentSession,
): Linked | undefined {
  const { options, companions } = visit.login;
  const own = providers.get(session.identity.provider)?.auth_middleware;
  const all = new Set([...providers.values()].map((one) => one.auth_middleware).filter(Boolean));
  const [only] = all.size === 1 ? all : [];
  const name = options.auth_middleware || own || only;
  return name ? { name, auth: companionAuth(companions, name) } : undefined;
}

/** The first claim that names the user; another issuer's address counts only when it is verified (L-W6). */
function aliasOf({ identity }: CurrentSession, foreign: boolean): string {
  const { claims } = identity;
  for (const name of ["preferred_username", "email", "name"]) {
    if (name === "email" && foreign && claims.email_verified !== true) continue;
    const value = claims[name];
    if (typeof value === "string" && value.trim() !== "") return value.trim();
  }
  throw new AuthError("forbidden", "alias is empty");
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

/** Texts that are stored and travel on are bounded. */
function bounded(query: URLSearchParams, name: string): string | undefined {
  const value = singleValue(query, name);
  if (value !== undefined && value.length > LONGEST) {
    throw new AuthError("invalid_request", `${name} is too long`);
  }
  return value;
}

function readRequest(visit: Visit): Omit<MintRequest, "alias"> {
  const { query, login } = visit;
  const uris = query.getAll("redirect_uri");
  const [redirect_uri = ""] = uris;
  const list = login.options.redirect_white_list;
  if (uris.length !== 1 || !isAllowedTarget(redirect_uri, list)) {
    throw new AuthError("forbidden", "redirect_uri is not allowed");
  }
  const client_id = bounded(query, "client_id");
  if (client_id === undefined) throw new AuthError("invalid_request", "client_id is required");
  return {
    client_id,
    redirect_uri,
    scope: (bounded(query, "scope") ?? "").split(/\s+/).filter(Boolean),
    nonce: bounded(query, "nonce"),
    ...challengeOf(query),
  };
}

/** The code in the store that the redeeming service reads. */
async function storeOwn(visit: Visit, { sub: _, ...request }: MintRequest): Promise<string> {
  const { login } = visit;
  if (login.options.redirect_white_list.length === 0) {
    const { host } = new URL(request.redirect_uri);
    login.companions.runtime.log.warn("a code was minted without redirect_white_list", { host });
  }
  const code = randomText(visit, 32);
  const { nonce, code_challenge, code_challenge_method, auth_time } = request;
  const payload = {
    alias: request.alias,
    client_id: request.client_id,
    redirect_uri: request.redirect_uri,
    scope: [...request.scope],
    resources: [],
    ...(nonce && { nonce }),
    ...(code_challenge && { code_challenge, code_challenge_method }),
    ...(auth_time !== undefined && { auth_time }),
  };
  await login.codes.store.put("oauth_code", code, payload, LIFETIME);
  return code;
}

/** The target keeps its own query. */
function withAnswer(target: string, answer: Readonly<Record<string, string>>): string {
  return `${target}${target.includes("?") ? "&" : "?"}${new URLSearchParams(answer)}`;
}

/** `GET {base}?response_type=code` of a browser that is signed in. */
export async function mintForSession(visit: Visit, session: CurrentSession): Promise<Response> {
  const request = readRequest(visit);
  const providers = await visit.session.providers();
  const linked = linkedAuth(visit, providers, session);
  const { claims, provider } = session.identity;
  const own = linked !== undefined && providers.get(provider)?.auth_middleware === linked.name;
  const { sub, auth_time } = claims;
  const minted: MintRequest = {
    ...request,
    alias: aliasOf(session, !own),
    ...(own && typeof sub === "string" && { sub }),
    ...(typeof auth_time === "number" && { auth_time }),
  };
  const code = linked ? await linked.auth.mintCode(minted) : await storeOwn(visit, minted);
  const state = bounded(visit.query, "state");
  return redirect(
    visit,
    307,
    withAnswer(request.redirect_uri, {
      code,
      ...(state !== undefined && { state }),
      ...(linked && { iss: await linked.auth.issuer(visit.origin) }),
    }),
  );
}
