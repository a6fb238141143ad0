/** A provider elsewhere whose logout tokens a gateway hears (OpenID Connect Back-Channel Logout 1.0 §2.4, §2.5). */
import type { JWTPayload } from "jose";
import { expect } from "vitest";
import { postJson, type TestGateway } from "./gateway.ts";
import type { ScriptedUpstream } from "./scripted-upstream.ts";
import type { Jar } from "./session.ts";

export const LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";

/** The session provider that hears it, with some members of its client changed. */
export const heardProvider = (
  { url }: Pick<ScriptedUpstream, "url">,
  more: Record<string, unknown> = {},
) => ({
  password_flow: true,
  x_user: ["sub"],
  oauth2: {
    client_id: "c-1",
    client_secret: "s-1",
    issuer: url,
    token_url: `${url}/token`,
    cert_url: `${url}/jwks`,
    backchannel_logout: true,
    ...more,
  },
});

interface SignIn {
  readonly sub: string;
  readonly sid?: string | undefined;
  /** Of the session provider. */
  readonly key?: string;
  readonly clientId?: string;
}

/** A browser that signs in there by password. */
export async function signedInThere(
  gateway: TestGateway,
  upstream: ScriptedUpstream,
  { sub, sid, key = "op", clientId = "c-1" }: SignIn,
): Promise<Jar> {
  const access_token = await upstream.sign({ sub, azp: clientId });
  const id_token = await upstream.sign({ sub, aud: clientId, ...(sid && { sid }) });
  upstream.on("/token", { body: { access_token, id_token } });
  const jar = gateway.jar();
  const answer = await postJson(jar, `/login/auth/token/${key}`, { username: "u", password: "p" });
  expect(answer.status, answer.text).toBe(204);
  return jar;
}

let count = 0;

/** A logout token for the client `c-1` as the specification has it; `claims` say what is different. */
export function logoutToken(
  by: ScriptedUpstream,
  gateway: TestGateway,
  claims: JWTPayload,
): Promise<string> {
  count += 1;
  const iat = Math.floor(gateway.runtime.clock.now() / 1_000);
  const events = { [LOGOUT_EVENT]: {} };
  return by.sign({ aud: "c-1", iat, jti: `j-${count}`, events, ...claims });
}

/** Gives it to the gateway. */
export const tell = (gateway: TestGateway, logout_token: string, key = "op") =>
  gateway.jar().send("POST", `/login/auth/backchannel-logout/${key}`, {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ logout_token }),
  });
