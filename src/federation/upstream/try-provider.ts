/** Trying an upstream provider out, as far as it goes without a person: its documents, its keys, our client. */
import type { Call } from "../../call.ts";
import { AuthError, type Sentence } from "../../errors.ts";
import { message, plain } from "../../messages/message.ts";
import { fetchJson } from "../../relying-party/fetch-document.ts";
import { callTokenEndpoint } from "../../relying-party/token-call.ts";
import { displayText } from "../../std/display-text.ts";
import { encodeHex } from "../../std/hex.ts";
import { clientSecret } from "./client-secret.ts";
import {
  clientAuthentication,
  openUpstream,
  UnusableProvider,
  type Upstream,
  upstreamParts,
} from "./provider.ts";
import { callbackOf } from "./start.ts";

export interface UpstreamCheck {
  readonly check: "record" | "keys" | "client";
  readonly ok: boolean;
  /** What was found, or what is wrong. */
  readonly detail: string;
  /** The same by id, where it is a sentence. */
  readonly message?: Sentence;
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

/** What is wrong by an error of ours; others are thrown on. */
function saidBy(error: unknown): Sentence {
  if (!(error instanceof AuthError)) throw error;
  if (error instanceof UnusableProvider) return error.reason;
  const [said] = error.messages ?? [];
  return said ?? plain(displayText(error.message, 200));
}

/** @param found a sentence by id, or words of the provider */
const result = (check: UpstreamCheck["check"], ok: boolean, found: Sentence): UpstreamCheck => ({
  ...{ check, ok, detail: displayText(found.text, 300) },
  ...(found.id && { message: found }),
});

async function keysCheck({ service }: Call, url: string): Promise<UpstreamCheck> {
  try {
    const { keys } = await fetchJson(upstreamParts(service).http, url);
    const count = Array.isArray(keys) ? keys.length : 0;
    const found = count > 0 ? message("upstream.keys", { count }) : message("upstream.no_keys");
    return result("keys", count > 0, found);
  } catch (error) {
    return result("keys", false, saidBy(error));
  }
}

/** Asks for tokens with an invented code: the refusal shows whether the client was accepted. */
async function clientCheck(call: Call, upstream: Upstream): Promise<UpstreamCheck> {
  const { service } = call;
  const { config, id, token_url } = upstream;
  const refused = (said: Sentence) => result("client", false, said);
  const accepted = (method: string) => result("client", true, plain(method));
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
    if (OF_THE_CODE.has(error)) return accepted(method);
    const told = displayText(error, 200);
    return refused(told === "" ? message("upstream.took_code") : plain(told));
  } catch (error) {
    const code = error instanceof AuthError ? (error.detail ?? "") : "";
    if (OF_THE_CODE.has(code)) return accepted(clientAuthentication(upstream));
    const said = saidBy(error);
    const isTold = code === "" || code === said.text;
    return refused(isTold ? said : plain(`${displayText(code, 64)}: ${said.text}`));
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
    checks.push(result("record", false, saidBy(error)));
    return report();
  }
  const { openid, auth_url } = upstream;
  checks.push(result("record", true, plain(openid?.issuer ?? auth_url)));
  if (openid) checks.push(await keysCheck(call, openid.cert_url));
  checks.push(await clientCheck(call, upstream));
  return report();
}
