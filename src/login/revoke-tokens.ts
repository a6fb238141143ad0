/** Best effort at a logout: the issuer learns that the tokens are given up (login-session-wire 3.13). */

import {
  endSession,
  endSessionUrl,
  revokeToken,
  type TokenHint,
} from "../relying-party/revocation-call.ts";
import type { SessionRecord } from "../session/record.ts";
import { withDeadline } from "../std/deadline.ts";
import { callbackOrigin } from "./code-start.ts";
import { calledUrl, flowOf, outgoingOf, type ProviderFlow } from "./provider-flow.ts";
import type { Visit } from "./visit.ts";

/** A provider that does not answer must not keep a person signed in. */
const DEADLINE_MS = 5_000;

function late(): never {
  throw new Error("no answer in time");
}

const boundedCalls = (visit: Visit) => ({ ...outgoingOf(visit), timeout: DEADLINE_MS });

async function revoke(
  visit: Visit,
  flow: ProviderFlow,
  token: string,
  hint: TokenHint,
): Promise<void> {
  if (flow.auth) {
    await flow.auth.revoke(token);
    return;
  }
  if (!flow.oauth2.revocation_url) return;
  const url = calledUrl(visit, "revocation_url", flow.oauth2.revocation_url);
  await revokeToken(boundedCalls(visit), url, flow.oauth2, token, hint);
}

const logoutUrl = (visit: Visit, { oauth2 }: ProviderFlow, idToken: string): URL =>
  endSessionUrl(calledUrl(visit, "logout_url", oauth2.logout_url), oauth2.client_id, idToken);

/**
 * Where the browser ends its session at the provider (OpenID Connect RP-Initiated Logout §2; L-D10);
 * undefined where the provider is called from here, or not at all.
 */
export async function browserLogout(
  visit: Visit,
  record: SessionRecord | undefined,
): Promise<string | undefined> {
  const id_token = record?.tokens.id_token;
  if (!record || !id_token) return undefined;
  const provider = (await visit.session.providers()).get(record.provider);
  if (!provider?.oauth2?.logout_redirect || !provider.oauth2.logout_url) return undefined;
  const flow = flowOf(visit, await visit.session.providers(), record.provider);
  const url = logoutUrl(visit, flow, id_token);
  const back = `${callbackOrigin(visit)}${visit.login.paths.root}/`;
  url.searchParams.set("post_logout_redirect_uri", back);
  return url.href;
}

/** Never throws; what failed is in the log, without the token. */
export async function revokeTokens(visit: Visit, record: SessionRecord): Promise<void> {
  const { log } = visit.login.instances.runtime;
  const attempt = async (what: string, step: () => Promise<void>) => {
    try {
      await withDeadline(step(), DEADLINE_MS, late);
    } catch (error) {
      const reason = error instanceof Error ? error.message : "unknown";
      log.warn("a step of a logout failed", {
        step: what,
        provider: record.provider,
        reason,
        error,
      });
    }
  };
  await attempt("providers", async () => {
    const flow = flowOf(visit, await visit.session.providers(), record.provider);
    const { refresh_token, access_token, id_token } = record.tokens;
    const tokens = async () => {
      if (refresh_token) {
        await attempt("refresh token", () => revoke(visit, flow, refresh_token, "refresh_token"));
      }
      await attempt("access token", () => revoke(visit, flow, access_token, "access_token"));
    };
    const provider = async () => {
      const { logout_url, logout_redirect } = flow.oauth2;
      if (!logout_url || (logout_redirect && id_token)) return;
      if (id_token) {
        const url = logoutUrl(visit, flow, id_token);
        await attempt("provider", () => endSession(boundedCalls(visit), url));
      } else log.info("provider logout needs an ID token", { provider: record.provider });
    };
    await Promise.all([tokens(), provider()]);
  });
}
