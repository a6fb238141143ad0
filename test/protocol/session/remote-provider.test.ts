/** Tokens of providers elsewhere: key sets, rules, attribution (login-session-wire 2.7, 2.18; L-W9, L-W33 to L-W35). */
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createSession } from "../../../src/session.ts";
import {
  createHttpClient,
  nodeInsecureFetch,
  type Session,
  type SessionOptions,
} from "../../support/inside.ts";
import { type TestRuntime, testRuntime } from "../../support/runtime.ts";
import { POSTERN_PROVIDER, type SessionSetup, sessionSetup } from "../../support/session.ts";

interface KeyServer {
  readonly url: string;
  readonly asked: () => number;
  /** What the next answers are; undefined is an outage. */
  publish(keys: readonly object[] | undefined): void;
  stop(): Promise<unknown>;
}

async function keyServer(): Promise<KeyServer> {
  let keys: readonly object[] | undefined = [];
  let asked = 0;
  const server: Server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(keys ? 200 : 503, { "content-type": "application/json" });
    response.end(JSON.stringify({ keys }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`,
    asked: () => asked,
    publish: (next) => {
      keys = next;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function makeKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  return {
    kid,
    privateKey,
    jwk: { ...(await exportJWK(publicKey)), kid, alg: "RS256", use: "sig" },
  };
}
type Key = Awaited<ReturnType<typeof makeKey>>;

let runtime: TestRuntime;
let server: KeyServer;
let keys: { one: Key; two: Key };
beforeAll(async () => {
  keys = { one: await makeKey("one"), two: await makeKey("two") };
});
beforeEach(async () => {
  runtime = testRuntime();
  server = await keyServer();
  server.publish([keys.one.jwk]);
  return () => server.stop();
});

const sign = (claims: JWTPayload, key = keys.one, header: object = {}) => {
  const now = Math.floor(runtime.clock.now() / 1000);
  return new SignJWT({ sub: "ada", name: "Ada", azp: "app", exp: now + 600, iat: now, ...claims })
    .setProtectedHeader({ alg: "RS256", kid: key.kid, ...header })
    .sign(key.privateKey);
};

const provider = (more: object = {}) => ({
  x_user: ["sub"],
  oauth2: { client_id: "app", cert_url: server.url, ...more },
});

const session = (providers: object, more: SessionOptions = {}): Session =>
  createSession(
    { store: { active: "memory" }, provider: providers as never, ...more },
    { runtime },
  );

async function ask(asked: Session, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const request = new Request("https://app.example.com/", { headers });
  const admitted = await asked.admit({ request, connection: {} });
  if (admitted.kind === "answer") return { status: admitted.response.status };
  const { identity } = admitted.state;
  return { status: 200, user: identity?.user, provider: identity?.provider };
}

describe("what is verified", () => {
  test("signature and times; a token of the provider is a user", async () => {
    const own = session({ a: provider() });
    expect(await ask(own, await sign({}))).toEqual({ status: 200, user: "ada", provider: "a" });
    const past = Math.floor(runtime.clock.now() / 1000) - 1;
    for (const claims of [{ exp: past }, { exp: undefined }, { nbf: past + 600 }]) {
      const token = await sign(claims as JWTPayload);
      expect((await ask(own, token)).status, JSON.stringify(claims)).toBe(401);
    }
    const forged = await sign({}, { ...keys.one, privateKey: keys.two.privateKey });
    expect((await ask(own, forged)).status).toBe(401);
  });

  test("a remembered signature does not outlive the token", async () => {
    const own = session({ a: provider() });
    const token = await sign({});
    expect((await ask(own, token)).status).toBe(200);
    runtime.advance(601_000);
    expect((await ask(own, token)).status).toBe(401);
  });

  test("K-12: refresh and ID tokens are none; a token without any name has no identity", async () => {
    const own = session({ a: provider() });
    expect((await ask(own, await sign({ typ: "Refresh" }))).status).toBe(401);
    expect((await ask(own, await sign({ typ: "ID" }))).status).toBe(401);
    expect((await ask(own, await sign({ sub: "" }))).status).toBe(401);
  });

  test("K-13: keys inside the token, symmetric and no algorithms are refused", async () => {
    const own = session({ a: provider() });
    const embedded = await sign({}, keys.two, { kid: "one", jwk: keys.two.jwk });
    expect((await ask(own, embedded)).status).toBe(401);
    const [, payload] = (await sign({})).split(".");
    const none = btoa(JSON.stringify({ alg: "none" })).replace(/=+$/, "");
    expect((await ask(own, `${none}.${payload}.`)).status).toBe(401);
    const secret = new TextEncoder().encode(JSON.stringify(keys.one.jwk));
    const symmetric = await new SignJWT({ sub: "ada", azp: "app", exp: 9_999_999_999 })
      .setProtectedHeader({ alg: "HS256", kid: "one" })
      .sign(secret);
    expect((await ask(own, symmetric)).status).toBe(401);
  });

  test("L-W9: issuer, audiences and authorized parties, where the provider names them", async () => {
    const strict = session({
      a: provider({
        issuer: "https://op.example.com",
        audiences: ["api", "other"],
        authorized_parties: ["partner"],
      }),
    });
    const good = { iss: "https://op.example.com", aud: ["x", "api"], azp: "partner" };
    expect((await ask(strict, await sign(good))).status).toBe(200);
    expect(
      (await ask(strict, await sign({ ...good, azp: undefined, client_id: "partner" }))).status,
    ).toBe(200);
    for (const wrong of [
      { iss: "https://op.example.com/" },
      { iss: undefined },
      { aud: "apis" },
      { aud: undefined },
      { azp: "another" },
    ]) {
      const token = await sign({ ...good, ...wrong } as JWTPayload);
      expect((await ask(strict, token)).status, JSON.stringify(wrong)).toBe(401);
    }
  });
});

describe("key sets", () => {
  test("L-W35: an unknown kid fetches again at once, then not more often than every 10 seconds", async () => {
    const own = session({ a: provider() });
    await ask(own, await sign({}));
    expect(server.asked()).toBe(1);
    server.publish([keys.one.jwk, keys.two.jwk]);
    runtime.advance(11_000);
    expect((await ask(own, await sign({}, keys.two))).status).toBe(200);
    expect(server.asked()).toBe(2);
    const stranger = { ...keys.two, kid: "three" };
    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await ask(own, await sign({ jti: String(attempt) }, stranger))).status).toBe(401);
    }
    expect(server.asked()).toBe(2);
    runtime.advance(11_000);
    await ask(own, await sign({}, stranger));
    expect(server.asked()).toBe(3);
  });

  test("U-4: an outage keeps the last good keys", async () => {
    const own = session({ a: provider() });
    await ask(own, await sign({}));
    server.publish(undefined);
    runtime.advance(6 * 60_000);
    expect((await ask(own, await sign({}))).status).toBe(200);
    await expect.poll(server.asked).toBe(2);
    expect((await ask(own, await sign({ jti: "2" }))).status).toBe(200);
  });

  test("a key that is gone from the set takes its tokens with it", async () => {
    const own = session({ a: provider() });
    const token = await sign({});
    expect((await ask(own, token)).status).toBe(200);
    server.publish([keys.two.jwk]);
    runtime.advance(6 * 60_000);
    const fresh = await sign({}, keys.two);
    await expect.poll(async () => (await ask(own, fresh)).status).toBe(200);
    expect((await ask(own, token)).status).toBe(401);
  });

  test("until the first answer there is 503, not a refusal, and a later one mends it", async () => {
    server.publish(undefined);
    const own = session({ a: provider() });
    expect((await ask(own, await sign({}))).status).toBe(503);
    server.publish([keys.one.jwk]);
    runtime.advance(11_000);
    expect((await ask(own, await sign({}))).status).toBe(200);
  });

  test("L-W34: one broken provider does not block another", async () => {
    const own = session({
      broken: { ...provider({ cert_url: "http://127.0.0.1:9/keys" }), priority: 9 },
      a: provider(),
    });
    expect(await ask(own, await sign({}))).toMatchObject({ status: 200, provider: "a" });
    // Who could have signed this one cannot be asked.
    expect((await ask(own, await sign({}, keys.two))).status).toBe(503);
  });
});

describe("which provider a token counts for (2.7, L-W33)", () => {
  test("of several with one key set the higher priority, then the key; rules of one do not hide another", async () => {
    const low = { ...provider(), priority: 1 };
    expect((await ask(session({ b: low, a: low }), await sign({}))).provider).toBe("a");
    const high = { ...provider(), priority: 5 };
    expect((await ask(session({ a: low, z: high }), await sign({}))).provider).toBe("z");
    const strict = { ...provider({ client_id: "elsewhere" }), priority: 5 };
    expect((await ask(session({ a: low, z: strict }), await sign({}))).provider).toBe("a");
  });

  test("2.18: set_provider maps claims by one provider, whichever signed", async () => {
    const own = session(
      { a: provider(), b: { ...provider(), x_user: ["name"] } },
      { set_provider: "b" },
    );
    expect(await ask(own, await sign({}))).toEqual({ status: 200, user: "Ada", provider: "b" });
  });

  describe("several providers of one instance in this process", () => {
    let setup: SessionSetup;
    beforeAll(async () => {
      setup = await sessionSetup({
        session: {
          provider: {
            another: {
              ...POSTERN_PROVIDER,
              priority: 9,
              oauth2: { ...POSTERN_PROVIDER.oauth2, client_id: "another" },
            },
            postern: POSTERN_PROVIDER,
          },
        } as never,
      });
    });
    afterAll(() => setup[Symbol.asyncDispose]());

    test("a bearer token counts for the client that it was issued to", async () => {
      const { access_token } = await setup.tokens();
      const { body } = await setup.jar().get("/app", { authorization: `Bearer ${access_token}` });
      expect(body.provider).toBe("postern");
    });

    test("a session stays with the provider that it began with", async () => {
      const browser = await setup.signedIn({ provider: "another" });
      expect((await browser.get("/app")).body.provider).toBe("another");
    });
  });
});

test("action.token.insecure_skip_verify: a certificate of no known authority counts only when it is set", async () => {
  const fixture = (name: string) =>
    readFileSync(new URL(`../../integration/adapters/fixtures/${name}`, import.meta.url));
  const [cert, key] = [fixture("server.pem"), fixture("server.key.pem")];
  const tls = createTlsServer({ cert, key }, (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ keys: [keys.one.jwk] }));
  });
  await new Promise<void>((resolve) => tls.listen(0, "127.0.0.1", resolve));
  try {
    const cert_url = `https://127.0.0.1:${(tls.address() as AddressInfo).port}/keys`;
    const at = (insecure_skip_verify: boolean) =>
      createSession(
        {
          store: { active: "memory" },
          provider: { a: provider({ cert_url }) } as never,
          action: { token: { insecure_skip_verify } },
        },
        { runtime: { ...runtime, http: createHttpClient(nodeInsecureFetch) } },
      );
    expect((await ask(at(false), await sign({}))).status).toBe(503);
    expect((await ask(at(true), await sign({}))).status).toBe(200);
  } finally {
    await new Promise((resolve) => tls.close(resolve));
  }
});
