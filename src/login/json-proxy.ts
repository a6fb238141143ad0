/** JSON to a remote provider, its answer back: no token ever reaches the browser (login-session-wire 3.7, 3.9). */

import { callProvider, jsonOf } from "../relying-party/provider-call.ts";
import { upstreamError, upstreamFailure } from "../relying-party/upstream-error.ts";
import type { JsonObject } from "../std/json-object.ts";
import { reply } from "./json-answer.ts";
import { outgoingOf } from "./provider-flow.ts";
import type { Visit } from "./visit.ts";

/** Members of the body that the browser may set (L-W13); everything else is ours. */
export function allowedMembers(body: JsonObject, names: readonly string[]): JsonObject {
  const allowed = names.filter((name) => Object.hasOwn(body, name) && body[name] !== undefined);
  return Object.fromEntries(allowed.map((name) => [name, body[name]]));
}

export interface UpstreamAnswer {
  readonly status: number;
  readonly body: JsonObject;
}

/** Throws the provider's refusal, or an error for an unusable answer. */
export async function askJson(
  visit: Visit,
  url: string,
  body: JsonObject,
): Promise<UpstreamAnswer> {
  const { host, protocol } = new URL(visit.origin);
  const request = new Request(url, {
    method: "POST",
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      // Of the mails that follow from it.
      "accept-language": visit.language?.() ?? "en",
      // The relying party follows the host of the login page.
      "x-forwarded-host": host,
      "x-forwarded-proto": protocol.slice(0, -1),
    },
    body: JSON.stringify(body),
  });
  const response = await callProvider(outgoingOf(visit), request);
  const answer = await jsonOf(response);
  if (response.status < 200 || response.status > 299) throw upstreamError(response.status, answer);
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) {
    throw upstreamFailure("the sign-in provider did not answer with JSON");
  }
  return { status: response.status, body: { ...answer } };
}

const TOKENS: ReadonlySet<string> = new Set(["access_token", "refresh_token", "id_token"]);

/** The answer as it came, without what only the session may hold. */
export function passThrough({ status, body }: UpstreamAnswer): Response {
  const members = Object.entries(body).filter(([name]) => !TOKENS.has(name));
  return reply(Object.fromEntries(members), status === 204 ? 200 : status);
}
