/**
 * Signing keys that stay outside, at a signer of the operator: published before they sign, with an end when they are
 * gone, and never replaced in silence (C-3, C-4, K-13; ADR 0081).
 */
import { createLocalJWKSet, jwtVerify } from "jose";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { createAuthority, SERVER } from "../support/certificates.ts";
import { byItself, tendOutsideKeys, tendSigningKeys } from "../support/inside.ts";
import { testRuntime } from "../support/runtime.ts";
import { type HeldKey, heldKey, type Signer, signatureOf, startSigner } from "../support/signer.ts";
import {
  ADA,
  claimsOf,
  createAda,
  headerOf,
  putClient,
  refusal,
  TOKEN,
  WEB,
} from "../support/tokens.ts";

const MINUTE = 60_000;
const JWT = "/auth/v1/settings/jwt";
const UNAVAILABLE = { status: 503, error: "temporarily_unavailable" };
const HSM = heldKey("hsm-1");
let signer: Signer;
let service: TestAuth;

beforeEach(async () => {
  signer = await startSigner([HSM]);
  service = await testAuth({ signer: signer.options }, testRuntime());
  await createAda(service);
  await putClient(service, WEB.id, { client_secret: WEB.secret });
});
afterEach(async () => {
  await service[Symbol.asyncDispose]();
  await signer[Symbol.asyncDispose]();
});

interface Shown {
  readonly kid: string;
  readonly alg: string;
  readonly state: string;
  readonly outside?: boolean;
  readonly ends_at?: number;
}

const attempt = () => service.form(TOKEN, { ...ADA, scope: "openid" }, WEB);
const login = async () => {
  const { status, text, body } = await attempt();
  expect(status, text).toBe(200);
  return body;
};
const refreshed = (refresh_token: string) =>
  service.form(TOKEN, { grant_type: "refresh_token", refresh_token }, WEB);
const shown = async (): Promise<Shown[]> =>
  (await service.json("GET", "/auth/v1/jwt/keys")).body.payload;
const look = async () => tendOutsideKeys(byItself(await service.auth.service));
const advance = (ms: number) => service.runtime.advance(ms);
const stored = async () => (await service.json("GET", JWT)).body.payload.value;
/** The key of the signer signs. */
const begun = () => advance(16 * MINUTE);

test("the key is published when the service starts, and signs after fifteen minutes; refresh tokens have a secret of their own", async () => {
  const before = await login();
  expect(headerOf(before.access_token).kid).not.toBe("hsm-1");
  expect(await shown()).toMatchObject([
    { state: "current", outside: false },
    { kid: "hsm-1", state: "next", outside: true },
  ]);
  begun();
  const after = await login();
  const { body: keys } = await service.request("GET", "/auth/oauth2/certs");
  expect(keys.keys[0]).toEqual({ ...HSM.jwk, use: "sig" });
  for (const token of [after.access_token, after.id_token]) {
    expect(headerOf(token)).toMatchObject({ alg: "RS256", kid: "hsm-1" });
    await expect(jwtVerify(token, createLocalJWKSet(keys))).resolves.toBeDefined();
  }
  expect(headerOf(after.refresh_token)).toMatchObject({ alg: "HS256", kid: "hsm-1" });
  // The one of before is good until its key has ended, with access tokens by the new one.
  for (const token of [before.refresh_token, after.refresh_token]) {
    const { status, body } = await refreshed(token);
    expect(status).toBe(200);
    expect(headerOf(body.access_token).kid).toBe("hsm-1");
  }
  const [current, previous] = await shown();
  expect(current).toMatchObject({ kid: "hsm-1", state: "current", outside: true });
  expect(previous).toMatchObject({ state: "previous", outside: false });
  expect(previous?.ends_at).toEqual(expect.any(Number));
});

test("the key of the database ends, and does not come back to life when it is cleared", async () => {
  const old = headerOf((await login()).access_token).kid;
  begun();
  const { ends_at = 0 } = (await shown()).find(({ kid }) => kid === old) ?? {};
  advance(ends_at * 1000 - service.runtime.clock.now());
  await tendSigningKeys(byItself(await service.auth.service));
  expect((await shown()).map(({ kid }) => kid)).toEqual(["hsm-1"]);
  expect(headerOf((await login()).access_token).kid).toBe("hsm-1");
});

test("another key of the list takes over in the same way; the one before signs until then, and verifies afterwards", async () => {
  begun();
  const before = await login();
  const second = heldKey("hsm-2");
  signer.listed = [second, HSM];
  await look();
  expect(await shown()).toMatchObject([
    { kid: "hsm-1", state: "current" },
    {},
    { kid: "hsm-2", state: "next" },
  ]);
  advance(14 * MINUTE);
  const last = await login();
  expect(headerOf(last.access_token).kid).toBe("hsm-1");
  advance(2 * MINUTE);
  expect(headerOf((await login()).access_token).kid).toBe("hsm-2");
  await service.auth.api.verify(last.access_token);
  expect((await refreshed(before.refresh_token)).status).toBe(200);
});

test("a key that waits and is taken off the list never signs", async () => {
  begun();
  signer.listed = [heldKey("hsm-2"), HSM];
  await look();
  signer.listed = [HSM];
  await look();
  expect((await shown()).map(({ kid }) => kid)).not.toContain("hsm-2");
  begun();
  expect(headerOf((await login()).access_token).kid).toBe("hsm-1");
});

describe("a signer that fails", () => {
  test("a key that is gone gets an end, and no other one signs for it: 503", async () => {
    begun();
    const { access_token } = await login();
    signer.listed = [];
    await look();
    expect((await shown()).find(({ kid }) => kid === "hsm-1")?.ends_at).toEqual(expect.any(Number));
    expect(refusal(await attempt())).toEqual(UNAVAILABLE);
    await service.auth.api.verify(access_token);
    signer.listed = [HSM];
    await look();
    advance(2_000);
    expect(headerOf((await login()).access_token).kid).toBe("hsm-1");
    expect((await shown()).find(({ kid }) => kid === "hsm-1")?.ends_at).toBeUndefined();
  });

  type Misbehave = NonNullable<Signer["misbehave"]>;
  const signing =
    (signature: (data: Buffer) => unknown): Misbehave =>
    ({ url }, response, { data }) => {
      if (url !== "/hsm/sign") return false;
      response.end(
        JSON.stringify({ signature: signature(Buffer.from(String(data), "base64url")) }),
      );
      return true;
    };
  const other = heldKey("hsm-1");
  const faults: Readonly<Record<string, Misbehave>> = {
    "the signature of another key": signing((data) =>
      signatureOf(other, data).toString("base64url"),
    ),
    "the signature of another text": signing(() =>
      signatureOf(HSM, Buffer.from("another text")).toString("base64url"),
    ),
    "no signature": signing(() => ""),
    "no text": signing(() => 7),
    "no JSON": (_, response) => {
      response.end("<html>");
      return true;
    },
    "a huge answer": (_, response) => {
      response.write('{"signature":"');
      response.end(`${"A".repeat(1_000_000)}"}`);
      return true;
    },
    "a redirect": (_, response) => {
      response.writeHead(307, { location: signer.url }).end();
      return true;
    },
    "500": (_, response) => {
      response.writeHead(500).end();
      return true;
    },
    "a broken connection": (request) => {
      request.socket.destroy();
      return true;
    },
  };
  test.each(Object.entries(faults))(
    "%s: 503, and nothing unsigned or by another key",
    async (_, fault) => {
      begun();
      signer.misbehave = fault;
      const answer = await attempt();
      expect(refusal(answer)).toEqual(UNAVAILABLE);
      expect(answer.headers.get("retry-after")).toBe("2");
      expect(answer.text).not.toMatch(/hsm|token":/);
      signer.misbehave = undefined;
      expect(headerOf((await login()).access_token).kid).toBe("hsm-1");
    },
  );

  test("one that does not answer is left alone after three tries, and asked again after a pause", async () => {
    begun();
    signer.misbehave = () => true;
    await Promise.all(
      [1, 2, 3].map(async () => expect(refusal(await attempt())).toEqual(UNAVAILABLE)),
    );
    const asked = signer.asked.length;
    expect(refusal(await attempt())).toEqual(UNAVAILABLE);
    expect(signer.asked.length).toBe(asked);
    signer.misbehave = undefined;
    advance(2_000);
    expect(headerOf((await login()).access_token).kid).toBe("hsm-1");
  });

  test("health and the doctor say it, and that it is over", async () => {
    const finding = async () =>
      (await service.json("GET", "/auth/v1/doctor")).body.payload.find(
        ({ id }: { id: string }) => id === "outside_keys",
      );
    expect(await finding()).toMatchObject({ severity: "ok" });
    begun();
    signer.misbehave = (_, response) => {
      response.writeHead(500).end();
      return true;
    };
    expect(refusal(await attempt())).toEqual(UNAVAILABLE);
    expect(await finding()).toMatchObject({ severity: "danger" });
    expect((await service.auth.health()).detail.warnings.join()).toContain(
      "signer: the last try failed",
    );
    signer.misbehave = undefined;
    advance(2_000);
    await login();
    expect(await finding()).toMatchObject({ severity: "ok" });
    expect((await service.auth.health()).detail.warnings.join()).not.toContain("signer");
  });
});

describe("what the list cannot do", () => {
  const published = async () => (await service.request("GET", "/auth/oauth2/certs")).body.keys;

  test("take the `kid` of a key of the database, or put another key under a known one", async () => {
    const mine = headerOf((await login()).access_token).kid;
    const before = await published();
    signer.listed = [heldKey(mine), heldKey("hsm-1"), HSM];
    await look();
    expect(await published()).toEqual(before);
    const { body } = await service.json("GET", "/auth/v1/doctor");
    const finding = body.payload.find(({ id }: { id: string }) => id === "outside_keys");
    expect(finding).toMatchObject({ severity: "warning" });
    expect(JSON.stringify(finding)).toContain(mine);
  });

  const short = (): HeldKey => ({
    ...HSM,
    kid: "short",
    jwk: { ...HSM.jwk, kid: "short", n: "AQAB" },
  });
  test.each<[string, () => HeldKey]>([
    ["a short key", short],
    ["a private key", () => ({ ...HSM, jwk: { ...HSM.jwk, kid: "private", d: "AAAA" } })],
    ["an algorithm that is none", () => ({ ...HSM, jwk: { ...HSM.jwk, kid: "hs", alg: "HS256" } })],
    [
      "a key of another algorithm",
      () => ({ ...HSM, jwk: { ...HSM.jwk, kid: "es", alg: "ES256" } }),
    ],
    ["a `kid` that is a path", () => ({ ...HSM, jwk: { ...HSM.jwk, kid: "../x\n" } })],
    ["no `kid`", () => ({ ...HSM, jwk: { ...HSM.jwk, kid: undefined } })],
  ])("bring %s", async (_, key) => {
    const before = await published();
    signer.listed = [key(), HSM];
    await look();
    expect(await published()).toEqual(before);
  });

  test("bring a thousand keys", async () => {
    const before = await published();
    signer.listed = Array.from({ length: 1_000 }, (_, at) => ({ ...HSM, kid: `${at}` }));
    await look();
    expect(await published()).toEqual(before);
  });

  test("turn an algorithm on: it is used where the setting names it", async () => {
    const elliptic = heldKey("hsm-es", "ES256");
    signer.listed = [HSM, elliptic];
    await look();
    expect((await shown()).map(({ alg }) => alg)).not.toContain("ES256");
    const { kid } = await stored();
    await service.json("PUT", JWT, { value: { kid, algorithms: ["ES256"] } });
    await look();
    begun();
    await putClient(service, WEB.id, {
      ...{ client_secret: WEB.secret, id_token_signed_response_alg: "ES256" },
    });
    expect(headerOf((await login()).id_token)).toMatchObject({ alg: "ES256", kid: "hsm-es" });
  });
});

describe("what an administrator can do", () => {
  test("`jwt/rotate`, another key and a deletion are 409 while the signer lists keys", async () => {
    begun();
    const { access_token } = await login();
    const answers = [
      await service.json("POST", "/auth/v1/jwt/rotate"),
      await service.json("PUT", JWT, { value: { kid: "mine" } }),
      await service.json("DELETE", JWT),
    ];
    for (const { status, text } of answers) {
      expect(status, text).toBe(409);
      expect(text).toContain("take them off its list first");
    }
    await service.auth.api.verify(access_token);

    signer.listed = [];
    await look();
    expect((await service.json("POST", "/auth/v1/jwt/rotate")).status).toBe(200);
    await expect(service.auth.api.verify(access_token)).rejects.toMatchObject({
      code: "invalid_token",
    });
    expect(headerOf((await login()).access_token).kid).not.toBe("hsm-1");
  });

  test("`jwt/renew` leaves out what is outside, and is 409 where all is outside", async () => {
    begun();
    const nothing = await service.json("POST", "/auth/v1/jwt/renew");
    expect(nothing.status, nothing.text).toBe(409);
    const { kid } = await stored();
    await service.json("PUT", JWT, { value: { kid, algorithms: ["ES256"] } });
    const { body } = await service.json("POST", "/auth/v1/jwt/renew");
    expect(body.payload.kids).toHaveLength(1);
    begun();
    expect(headerOf((await login()).access_token).kid).toBe("hsm-1");
  });

  test("`jwt/renew` makes a key of the database once the list has none; the one outside signs until it begins", async () => {
    await service[Symbol.asyncDispose]();
    // A renewal goes by the clock of the database.
    const runtime = testRuntime({ now: Date.now() - 16 * MINUTE });
    service = await testAuth({ signer: signer.options }, runtime);
    await createAda(service);
    await putClient(service, WEB.id, { client_secret: WEB.secret });
    begun();
    signer.listed = [];
    signer.held = [HSM];
    await look();
    const [fresh] = (await service.json("POST", "/auth/v1/jwt/renew")).body.payload.kids;
    const { access_token, refresh_token } = await login();
    expect(headerOf(access_token).kid).toBe("hsm-1");
    begun();
    expect(headerOf((await login()).access_token).kid).toBe(fresh);
    expect((await refreshed(refresh_token)).status).toBe(200);
  });

  test("a setting cannot name the signer, bring a key of it, or show its secrets", async () => {
    begun();
    const { keys, kid } = await stored();
    expect(keys["hsm-1"].refresh_secret ?? "").not.toMatch(/[A-Za-z0-9+/]{40}/);
    const mine = heldKey("mine");
    const forged = { ...keys["hsm-1"], public_key: JSON.stringify(mine.jwk), signs_from: 0 };
    const value = { kid, keys: { mine: forged }, signer: { url: "https://evil.example.com" } };
    await service.json("PUT", JWT, { value });
    expect((await shown()).map((key) => key.kid)).not.toContain("mine");
    const { access_token } = await login();
    expect(headerOf(access_token).kid).toBe("hsm-1");
    expect(signer.asked.length).toBeGreaterThan(0);
  });

  test("a refresh token of a key outside is of use to nothing that knows the key alone", async () => {
    begun();
    const { refresh_token } = await login();
    expect(claimsOf(refresh_token).typ).toBe("Refresh");
    const [head, payload] = refresh_token.split(".");
    const input = `${btoa(JSON.stringify({ alg: "RS256", kid: "hsm-1", typ: "at+jwt" })).replace(/=+$/, "")}.${payload}`;
    const signature = signatureOf(HSM, Buffer.from(input)).toString("base64url");
    await expect(service.auth.api.verify(`${input}.${signature}`)).rejects.toThrow();
    const mac = signatureOf(HSM, Buffer.from(`${head}.${payload}`)).toString("base64url");
    expect((await refreshed(`${head}.${payload}.${mac}`)).status).toBe(400);
  });
});

test("an instance without the signer verifies, and does not sign with another key", async () => {
  begun();
  const { access_token } = await login();
  const { driver } = (await service.auth.service).store;
  const openSql = async () => ({ ...driver, close: async () => undefined });
  await using blind = await testAuth({}, testRuntime({ openSql }));
  blind.runtime.advance(16 * MINUTE);
  await blind.auth.api.verify(access_token);
  expect(refusal(await blind.form(TOKEN, ADA, WEB))).toEqual(UNAVAILABLE);
});

describe("where the signer is, is for the operator alone to say", () => {
  const fault = async (options: object) =>
    testAuth({ signer: options as never }).then(
      async (opened) => {
        await opened[Symbol.asyncDispose]();
        return "";
      },
      (error: Error) => error.message,
    );

  test.each<[object, string]>([
    [{ url: "http://signer.example.com", token: "t" }, "must be an https URL"],
    [{ url: "http://127.0.0.1.example.com", token: "t" }, "must be an https URL"],
    [{ url: "https://user:secret@signer.example.com", token: "t" }, "must be an https URL"],
    [{ url: "https://signer.example.com?key=1", token: "t" }, "must be an https URL"],
    [{ url: "file:///dev/hsm", token: "t" }, "must be an https URL"],
    [{ url: "https://signer.example.com" }, "signer.token: is required"],
    [{ token: "t" }, "signer.url: is required"],
    [{ url: "http://127.0.0.1:1", token: "t", ca_file: "/ca.pem" }, "needs an https URL"],
    [{ url: "https://signer.example.com", token: "t", ca_file: "/no/such.pem" }, "cannot be read"],
  ])("%j is refused at the start", async (options, message) => {
    expect(await fault(options)).toContain(message);
  });

  test("TLS by an authority of one's own; a certificate that it did not issue is none", async () => {
    const [ours, theirs] = [createAuthority("/CN=Ours"), createAuthority("/CN=Theirs")];
    const issued = ours.issue({ subject: "/CN=localhost", extensions: SERVER });
    await using secure = await startSigner([HSM], { ...issued, ca_file: ours.certFile });
    const kidsOf = async (options: Signer["options"]) => {
      await using opened = await testAuth({ signer: options });
      return (await opened.json("GET", "/auth/v1/jwt/keys")).body.payload.map(
        ({ kid }: Shown) => kid,
      );
    };
    expect(await kidsOf(secure.options)).toContain("hsm-1");
    expect(await kidsOf({ ...secure.options, ca_file: theirs.certFile })).not.toContain("hsm-1");
    const { url, token } = secure.options;
    expect(await kidsOf({ url, token })).not.toContain("hsm-1");
  });
});
