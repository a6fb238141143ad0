/** Signing out at the request of an application (OpenID Connect RP-Initiated Logout 1.0). */
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { type CallerContext, principalOf } from "../../iam/caller.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { withDeadline } from "../../std/deadline.ts";
import { appendQuery } from "../../std/url-query.ts";
import { clientsOfSignIn } from "../../store/client-sign-ins.ts";
import { endWholeSignIn } from "../../tokens/sign-ins.ts";
import { enabledClient, type RegisteredClient } from "../clients/find.ts";
import { bounded, single } from "../parameters.ts";
import { type IdTokenHint, readIdTokenHint } from "./id-token-hint.ts";
import { logoutLineOf } from "./logout-line.ts";

/** What was asked for, checked: a target is one of its client. */
export interface SignOutRequest {
  readonly hint?: IdTokenHint | undefined;
  readonly client?: RegisteredClient | undefined;
  readonly target?: string | undefined;
  readonly state?: string | undefined;
}

const SINGLE = ["logout_hint", "ui_locales"] as const;

const invalid = (message: string, facts = {}) =>
  new AuthError("invalid_request", message, { facts });

/** §2: only an exact registered target; without a client there is none (Z-1, Z-2). */
function targetOf(client: RegisteredClient | undefined, uri: string | undefined) {
  if (uri === undefined) return undefined;
  if (!client) throw invalid("post_logout_redirect_uri needs id_token_hint or client_id");
  if (client.postLogoutRedirectUris?.includes(uri)) return uri;
  throw invalid("post_logout_redirect_uri not allowed", {
    client_id: client.id,
    // Without query and fragment, which may carry credentials.
    post_logout_redirect_uri: uri.split(/[?#]/)[0]?.slice(0, 500),
    registered: (client.postLogoutRedirectUris ?? []).slice(0, 10),
  });
}

/** Throws `invalid_request`, which is shown to the person: no browser is sent anywhere for it. */
export async function readSignOut(
  call: Call,
  parameters: URLSearchParams,
): Promise<SignOutRequest> {
  for (const name of SINGLE) single(parameters, name);
  const token = single(parameters, "id_token_hint");
  const named = bounded(parameters, "client_id");
  const uri = single(parameters, "post_logout_redirect_uri");
  const state = bounded(parameters, "state");
  const hint = token === undefined ? undefined : await readIdTokenHint(call, token);
  if (hint && named !== undefined && named !== hint.aud) {
    throw invalid("id_token_hint was issued to another client");
  }
  const id = hint?.aud ?? named;
  const client = id === undefined ? undefined : await enabledClient(call, id);
  return { hint, client, target: targetOf(client, uri), state };
}

/** Where the browser goes afterwards; undefined: it stays on a page of ours. */
export const targetUrl = ({ target, state }: SignOutRequest): string | undefined =>
  target === undefined || state === undefined
    ? target
    : appendQuery(target, new URLSearchParams({ state }));

/** The sign-in of this browser, as far as the front knows it. */
export interface PresentSignIn {
  readonly principal: PrincipalRecord;
  /** Absent behind a front that sends a name alone. */
  readonly sid?: string | undefined;
}

export function presentSignIn(context: CallerContext): PresentSignIn | undefined {
  const principal = principalOf(context);
  return principal && !principal.service_account ? { principal, sid: context.sid } : undefined;
}

/**
 * Whether the hint is of the very sign-in of this browser: then the application may end it without a question. Everything
 * else is one: a page of a stranger, a picture in it, an ID token of another person or of an earlier sign-in.
 */
export const provesPresent = ({ hint }: SignOutRequest, present: PresentSignIn): boolean =>
  hint !== undefined && hint.sub === present.principal.id && hint.sid === present.sid;

/** The sign-in that is ended: that of the browser, else the one of the hint, where it is of the same person. */
const signInOf = ({ hint }: SignOutRequest, { principal, sid }: PresentSignIn) =>
  sid ?? (hint?.sub === principal.id ? hint.sid : undefined);

export interface ToldClients {
  /** Ids of clients that know by now. */
  readonly told: readonly string[];
  /** Those that did not answer yet: they are told later. */
  readonly waiting: readonly string[];
}

/** Milliseconds that a page waits for applications. */
const PATIENCE_MS = 2_000;

/**
 * Ends the sign-in with its tokens, and has its applications told.
 * @param wait for the page that says which of them know
 */
export async function signOut(
  call: Call,
  request: SignOutRequest,
  present: PresentSignIn,
  wait: boolean,
): Promise<ToldClients> {
  const sign_in = signInOf(request, present);
  if (sign_in === undefined) return { told: [], waiting: [] };
  const { db } = call.service.store;
  const before = await clientsOfSignIn(db, sign_in);
  await endWholeSignIn(call, present.principal.id, sign_in);
  if (before.length === 0 || !wait) return { told: [], waiting: before };
  await withDeadline(logoutLineOf(call.service).settled(), PATIENCE_MS, () => undefined);
  const waiting = new Set(await clientsOfSignIn(db, sign_in));
  return {
    told: before.filter((id) => !waiting.has(id)),
    waiting: before.filter((id) => waiting.has(id)),
  };
}
