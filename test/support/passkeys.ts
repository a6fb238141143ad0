/** Ways to register passkeys and to sign in with them over HTTP. */
import { expect } from "vitest";
import { type Answer, ORIGIN, type TestAuth } from "./auth.ts";
import { type Claims, makePasskey, type Passkey, usePasskey } from "./authenticator.ts";
import { WEB } from "./tokens.ts";

export const LOGIN = "/auth/oauth2/passkey";
export const REGISTER = "/auth/v1/passkey/register";
export const CREDENTIALS = "/auth/v1/passkey/credentials";

type Json = Record<string, unknown>;
type Making = Parameters<typeof makePasskey>[2];

export interface PasskeyTalk {
  /** A JSON request at this origin. */
  send(method: string, path: string, body?: Json, user?: string): Promise<Answer>;
  beginRegistration(user: string, body?: Json): Promise<Answer>;
  /** Both steps; throws unless they succeed. */
  register(user: string, making?: Making, body?: Json): Promise<Passkey>;
  begin(body?: Json): Promise<Answer>;
  finish(begun: Answer, passkey: Passkey, claims?: Claims, body?: Json): Promise<Answer>;
  signIn(passkey: Passkey, claims?: Claims, body?: Json): Promise<Answer>;
}

/** @param origin where the browser is */
export function passkeyTalk(service: Pick<TestAuth, "auth">, origin = ORIGIN): PasskeyTalk {
  const send: PasskeyTalk["send"] = async (method, path, body, user) => {
    const response = await service.auth.fetch(
      new Request(`${origin}${path}`, {
        method,
        headers: {
          ...(body && { "content-type": "application/json" }),
          ...(user !== undefined && { "x-user": user }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    const { status, headers } = response;
    return { status, headers, text, body: text === "" ? undefined : JSON.parse(text) };
  };
  const client = { client_id: WEB.id, client_secret: WEB.secret };
  const begin: PasskeyTalk["begin"] = (body = {}) => send("POST", LOGIN, { ...client, ...body });
  const beginRegistration: PasskeyTalk["beginRegistration"] = (user, body = {}) =>
    send("POST", REGISTER, body, user);
  const finish: PasskeyTalk["finish"] = async (begun, passkey, claims, body = {}) => {
    const { session_id, options } = begun.body;
    const assertion = await usePasskey(passkey, options, origin, claims);
    return send("POST", LOGIN, { ...client, session_id, assertion, ...body });
  };
  return {
    send,
    beginRegistration,
    begin,
    finish,
    async register(user, making, body = {}) {
      const { user_id } = body;
      const begun = await beginRegistration(user, user_id === undefined ? {} : { user_id });
      expect(begun.status, begun.text).toBe(200);
      const { session_id, options } = begun.body.payload;
      const { passkey, credential } = await makePasskey(options, origin, making);
      const done = await send("POST", REGISTER, { session_id, credential, ...body }, user);
      expect(done.status, done.text).toBe(200);
      return passkey;
    },
    signIn: async (passkey, claims, body) => finish(await begin(), passkey, claims, body),
  };
}
