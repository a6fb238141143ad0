/** The passkey flow (login-session-wire 3.7; L-W13). */
import type { AuthApi } from "../api.ts";
import { AuthError } from "../errors.ts";
import { neutralMismatch } from "../relying-party/upstream-error.ts";
import { type JsonObject, textOf } from "../std/json-object.ts";
import { MAX_WEBAUTHN_BYTES, readJsonObject } from "./body.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { attemptedAt, behindOf } from "./guess-limits.ts";
import { emptyReply } from "./json-answer.ts";
import { allowedMembers, askJson, passThrough, type UpstreamAnswer } from "./json-proxy.ts";
import { calledUrl, type ProviderFlow, requireFlow } from "./provider-flow.ts";
import { effectiveRememberMe } from "./remember-me.ts";
import { requireOwnOrigin } from "./same-origin.ts";
import type { Visit } from "./visit.ts";

const MEMBERS = ["username", "session_id", "assertion"] as const;

function upstreamBody({ oauth2 }: ProviderFlow, body: JsonObject, remembered: boolean): JsonObject {
  const { client_id, client_secret, scopes } = oauth2;
  return {
    ...allowedMembers(body, MEMBERS),
    client_id,
    ...(client_secret && { client_secret }),
    ...(scopes && scopes.length > 0 && { scope: scopes.join(" ") }),
    ...(remembered && { remember_me: true }),
  };
}

/** Throws `not_found` for a provider without passkeys. */
function requirePasskey({ provider, auth, oauth2 }: ProviderFlow): void {
  // A bound provider is never called at another address, even when an override sets a URL.
  if (auth ? provider.passkey : oauth2.passkey_url) return;
  throw new AuthError("not_found", "passkey is not configured for this provider");
}

const flagOf = (body: JsonObject, name: string) => body[name] === true;

/** In this process, at the origin of the page: the relying party follows it. */
async function askInstance(visit: Visit, auth: AuthApi, body: JsonObject): Promise<UpstreamAnswer> {
  const request = {
    client_id: textOf(body, "client_id"),
    client_secret: textOf(body, "client_secret"),
    username: textOf(body, "username"),
    scope: textOf(body, "scope"),
    session_id: textOf(body, "session_id"),
    assertion: body.assertion,
    remember_me: flagOf(body, "remember_me"),
  };
  return { status: 200, body: { ...(await auth.passkey(request, behindOf(visit))) } };
}

function askRemote(visit: Visit, flow: ProviderFlow, body: JsonObject): Promise<UpstreamAnswer> {
  const url = calledUrl(visit, "passkey_url", flow.oauth2.passkey_url);
  return visit.login
    .guesses()
    .make("password", attemptedAt(visit, flow), () => askJson(visit, url, body));
}

/** `POST {base}/auth/passkey/{provider}`: begin passes through, finish answers 204 with the session. */
export async function answerPasskey(visit: Visit, provider: string): Promise<Response> {
  requireOwnOrigin(visit);
  const flow = await requireFlow(visit, provider);
  const body = await readJsonObject(visit.request, MAX_WEBAUTHN_BYTES);
  requirePasskey(flow);
  const { options } = visit.login;
  const remember_me = effectiveRememberMe(options, flagOf(body, "remember_me"));
  const upstream = upstreamBody(flow, body, remember_me);
  // An instance of this process counts by itself.
  const granting = flow.auth
    ? askInstance(visit, flow.auth, upstream)
    : askRemote(visit, flow, upstream);
  const answer = await granting.catch((error: unknown) => {
    throw neutralMismatch(error);
  });
  if (!textOf(answer.body, "access_token")) return passThrough(answer);
  await finishSignIn(visit, flow, answer.body, { method: "passkey", remember_me });
  return emptyReply();
}
