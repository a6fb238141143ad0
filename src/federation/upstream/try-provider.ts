/** Trying an upstream provider out, as far as it goes without a person: its documents, its keys, our client. */
import type { Call } from "../../call.ts";
import { AuthError, UnfetchableUrl } from "../../errors.ts";
import { fetchJson } from "../../relying-party/fetch-document.ts";
import { callTokenEndpoint } from "../../relying-party/token-call.ts";
import { displayText } from "../../std/display-text.ts";
import { encodeHex } from "../../std/hex.ts";
import { clientSecret } from "./client-secret.ts";
import { clientAuthentication, openUpstream, type Upstream, upstreamParts } from "./provider.ts";
import { callbackOf } from "./start.ts";

export interface UpstreamCheck {
  readonly check: "record" | "keys" | "client";
  readonly ok: boolean;
  /** What was found, or what is wrong. */
  readonly detail: string;
}

export interface UpstreamReport {
  /** What has to be entered at the provider. */
  readonly callback: string;
  readonly passed: boolean;
  readonly checks: readonly UpstreamCheck[];
}

/** Codes by which token endpoints refuse a code that they never gave, and so the code alone. */
const OF_THE_CODE: ReadonlySet<string> = new Set([
  "invalid_grant",
  // GitHub's.
  "bad_verification_code",
]);

const textOf = (error: unknown): string => {
  if (error instanceof AuthError || error instanceof UnfetchableUrl) {
    return displayText(error.message, 200);
  }
  throw error;
};

async function keysCheck({ service }: Call, url: string): Promise<UpstreamCheck> {
  try {
    const { keys } = await fetchJson(upstreamParts(service).http, url);
    const count = Array.isArray(keys) ? keys.length : 0;
    const detail = count > 0 ? `${count} keys` : "the document has no keys";
    return { check: "keys", ok: count > 0, detail };
  } catch (error) {
    return { check: "keys", ok: false, detail: textOf(error) };
  }
}

/** Asks for tokens with an invented code: the refusal shows whether the client was accepted. */
async function clientCheck(call: Call, upstream: Upstream): Promise<UpstreamCheck> {
  const { service } = call;
  const { config, id, token_url } = upstream;
  const refused = (detail: string): UpstreamCheck => ({ check: "client", ok: false, detail });
  try {
    const secret = await clientSecret(service, id, config);
    const method = clientAuthentication(upstream);
    const client = {
      client_id: config.client_id,
      client_secret: method === "client_secret_basic" ? secret : "",
    };
    const answer = await callTokenEndpoint(
      { http: upstreamParts(service).http, insecure: false },
      token_url,
      client,
      {
        grant_type: "authorization_code",
        code: encodeHex(service.runtime.random(16)),
        redirect_uri: callbackOf(call, id),
        code_verifier: encodeHex(service.runtime.random(32)),
        client_secret: method === "client_secret_post" ? secret : undefined,
      },
    );
    const error = typeof answer.error === "string" ? answer.error : "";
    if (OF_THE_CODE.has(error)) return { check: "client", ok: true, detail: method };
    return refused(displayText(error, 200) || "the provider took a code that it never gave");
  } catch (error) {
    const code = error instanceof AuthError ? (error.detail ?? "") : "";
    if (OF_THE_CODE.has(code)) {
      return { check: "client", ok: true, detail: clientAuthentication(upstream) };
    }
    const text = textOf(error);
    return refused(code === "" || code === text ? text : `${displayText(code, 64)}: ${text}`);
  }
}

/**
 * Every check up to the first that the others need; a disabled record can be tried. Nothing is kept of it.
 * Throws `not_found` for an unknown record.
 */
export async function tryUpstream(call: Call, id: string): Promise<UpstreamReport> {
  const checks: UpstreamCheck[] = [];
  const report = () => ({
    callback: callbackOf(call, id),
    passed: checks.every(({ ok }) => ok),
    checks,
  });
  let upstream: Upstream;
  try {
    upstream = await openUpstream(call, id, true);
  } catch (error) {
    if (error instanceof AuthError && error.code === "not_found") throw error;
    const reason = error instanceof AuthError ? error.facts?.reason : undefined;
    const detail = typeof reason === "string" ? displayText(reason, 300) : textOf(error);
    checks.push({ check: "record", ok: false, detail });
    return report();
  }
  const { openid, auth_url } = upstream;
  checks.push({ check: "record", ok: true, detail: openid?.issuer ?? auth_url });
  if (openid) checks.push(await keysCheck(call, openid.cert_url));
  checks.push(await clientCheck(call, upstream));
  return report();
}
