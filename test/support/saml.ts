/** Signing in at a SAML provider, step by step, as a browser does it. */
import { expect } from "vitest";
import { type Answer, ORIGIN, type TestAuth } from "./auth.ts";
import {
  encodeMessage,
  type Key,
  metadataOf,
  readRequest,
  type Says,
  signedResponse,
} from "./saml-idp.ts";
import { WEB } from "./tokens.ts";

export const CALLBACK = "https://app.example.com/callback";
export const BASE = "/auth/saml/campus";
export const ACS = `${ORIGIN}${BASE}/acs`;
export const AUDIENCE = `${ORIGIN}${BASE}/metadata`;

type Json = Record<string, unknown>;

/** The record `campus`, and others of its form. */
export async function putProvider(
  service: TestAuth,
  config: Json,
  { id = "campus", enabled = true } = {},
): Promise<Answer> {
  const answer = await service.json("PUT", `/auth/v1/saml/providers/${id}`, { enabled, config });
  expect(answer.status, answer.text).toBe(200);
  return answer;
}

export const registering = (key: Key, more: Json = {}): Json => ({
  metadata_xml: metadataOf([key]),
  claim_mapping: { register: true },
  ...more,
});

export interface Started {
  readonly request: string;
  readonly relayState: string;
  /** `name=value` of the cookie that the browser got. */
  readonly cookie: string;
  readonly xml: string;
  readonly location: string;
}

export async function begin(
  service: TestAuth,
  fields: Record<string, string> = {},
  base = BASE,
): Promise<Started> {
  const query = new URLSearchParams({
    client_id: WEB.id,
    redirect_uri: CALLBACK,
    state: "client-state",
    ...fields,
  });
  const answer = await service.request("GET", `${base}/login?${query}`);
  expect(answer.status, answer.text).toBe(307);
  const location = answer.headers.get("location") ?? "";
  const { id, relayState, xml } = readRequest(location);
  const [cookie = ""] = (answer.headers.get("set-cookie") ?? "").split(";");
  return { request: id, relayState, cookie, xml, location };
}

/** What a provider says to this request. */
export const saysFor = (service: TestAuth, { request }: Pick<Started, "request">): Says => ({
  now: service.runtime.clock.now(),
  acs: ACS,
  audience: AUDIENCE,
  request,
  attributes: { mail: ["ada@example.com"], displayName: ["Ada"] },
});

export function post(
  service: TestAuth,
  xml: string,
  started: Pick<Started, "relayState"> & { readonly cookie?: string },
  base = BASE,
): Promise<Answer> {
  const body = new URLSearchParams({
    SAMLResponse: encodeMessage(xml),
    RelayState: started.relayState,
  });
  return service.request("POST", `${base}/acs`, {
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...(started.cookie && { cookie: started.cookie }),
    },
    body,
  });
}

/** A sign-in up to the answer of the assertion consumer service; `change` says what is different. */
export async function signIn(
  service: TestAuth,
  key: Key,
  change: Partial<Says> = {},
  level: "assertion" | "response" | "both" = "assertion",
): Promise<Answer> {
  const started = await begin(service);
  return post(
    service,
    signedResponse({ ...saysFor(service, started), ...change }, key, level),
    started,
  );
}

/** The parameters of a redirect to the client. */
export function answered(answer: Answer): URLSearchParams {
  expect(answer.status, answer.text).toBe(302);
  const location = answer.headers.get("location") ?? "";
  expect(location.startsWith(`${CALLBACK}?`), location).toBe(true);
  return new URL(location).searchParams;
}

export const redeem = (service: TestAuth, code: string, more: Json = {}): Promise<Answer> =>
  service.form(
    "/auth/oauth2/token",
    { grant_type: "authorization_code", code, redirect_uri: CALLBACK, ...more },
    WEB,
  );

/** The reason that the log has for the last refusal. */
export function lastReason(service: TestAuth): { check?: unknown; reason?: unknown } {
  const refusals = service.runtime.lines.filter(
    ({ fields }) => "check" in fields || "reason" in fields,
  );
  return refusals.at(-1)?.fields ?? {};
}
