/** The state of a code flow, sealed in a cookie of the browser that began it (L-W11; B-8, U-1). */
import { z } from "zod";
import { equalConstantTime, sha256Hex } from "../crypto/digest.ts";
import { encodeBase64Url } from "../std/base64url.ts";
import { type CookieAttributes, readCookies, removeCookie, writeCookie } from "../web/cookies.ts";
import { cookieNamesOf } from "./flow-id.ts";
import type { ProviderFlow } from "./provider-flow.ts";
import { comesFirst } from "./used-state.ts";
import { isHttps, setCookie, type Visit } from "./visit.ts";

const codeState = z.object({
  state: z.string().min(16),
  /** Provider and client: the state of one is nothing at another. */
  provider: z.string(),
  client_id: z.string(),
  /** PKCE (RFC 7636). */
  verifier: z.string(),
  nonce: z.string().optional(),
  redirect_uri: z.string(),
  remember_me: z.boolean(),
  flow: z.string().optional(),
  return_to: z.string().optional(),
  /** What the sign-in was asked for, as a query: the same again when it is tried again. */
  asked: z.string().optional(),
  /** Milliseconds since the epoch. */
  expires_at: z.number(),
});

export type CodeState = z.output<typeof codeState>;

/** 128 bits and more, never guessed (B-8). */
export const randomText = (visit: Visit, bytes: number): string =>
  encodeBase64Url(visit.login.instances.runtime.random(bytes));

/** More begun flows than this would fill the browser's request headers. */
const MAX_PENDING = 8;
const DEFAULT_NAME = "auth_state";

function prefixOf(visit: Visit): string {
  const { cookie_name, path, domain } = visit.login.options.state_cookie;
  const { secure } = attributesOf(visit);
  const host = secure && path === "/" && domain === "" && cookie_name === DEFAULT_NAME;
  return `${host ? "__Host-" : ""}${cookie_name}_`;
}

function attributesOf(visit: Visit): CookieAttributes {
  const { path, domain, secure, http_only, same_site } = visit.login.options.state_cookie;
  return { path, domain, secure: secure ?? isHttps(visit), http_only, same_site };
}

/** The name tells nothing of the state, and nested flows have cookies of their own. */
const nameOf = (visit: Visit, state: string): string => `${prefixOf(visit)}${sha256Hex(state)}`;

/** Removes the oldest of too many begun flows; browsers send the oldest first. */
function dropSurplus(visit: Visit): void {
  const prefix = prefixOf(visit);
  const pending = cookieNamesOf(visit.request).filter((name) => name.startsWith(prefix));
  for (const name of pending.slice(0, Math.max(0, pending.length - MAX_PENDING + 1))) {
    if (/^[\w-]{1,256}$/.test(name)) setCookie(visit, removeCookie(name, attributesOf(visit)));
  }
}

export async function rememberState(
  visit: Visit,
  state: Omit<CodeState, "expires_at">,
): Promise<void> {
  const { login } = visit;
  const { max_age } = login.options.state_cookie;
  const expires_at = login.instances.runtime.clock.now() + max_age * 1000;
  const name = nameOf(visit, state.state);
  const value = await login.box.seal(name, JSON.stringify({ ...state, expires_at }));
  dropSurplus(visit);
  setCookie(visit, writeCookie(name, value, { ...attributesOf(visit), max_age }));
}

function parse(text: string): CodeState | undefined {
  const parsed = codeState.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : undefined;
}

/**
 * The state that this browser was given for this provider; undefined otherwise. The cookie is removed
 * in every case, and a copy of it finds the state used: a state counts once.
 */
export async function takeState(visit: Visit, flow: ProviderFlow): Promise<CodeState | undefined> {
  const { key, oauth2 } = flow;
  const given = visit.query.getAll("state");
  const [state = ""] = given;
  if (given.length !== 1 || state === "" || state.length > 256) return undefined;
  const name = nameOf(visit, state);
  const [value, ...others] = readCookies(visit.request, name);
  if (value === undefined) return undefined;
  setCookie(visit, removeCookie(name, attributesOf(visit)));
  const text = others.length > 0 ? undefined : await visit.login.box.open(name, value);
  const found = text === undefined ? undefined : parse(text);
  if (!found || !equalConstantTime(state, found.state)) return undefined;
  const left = found.expires_at - visit.login.instances.runtime.clock.now();
  const fits = found.provider === key && found.client_id === oauth2.client_id;
  if (!fits || left <= 0) return undefined;
  return (await comesFirst(visit, flow, state, left)) ? found : undefined;
}
