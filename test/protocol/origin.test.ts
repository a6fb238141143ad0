/** Issuer and public URLs: `oauth2.base_url`, host replacements, proxies (H-4, H-5, auth-wire 5.3). */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { settings } from "../support/inside.ts";
import { testRuntime } from "../support/runtime.ts";
import { claimsOf, ROBOT, refusal, TOKEN, withSetting } from "../support/tokens.ts";

const DISCOVERY = "/auth/oauth2/.well-known/openid-configuration";
const PROXY = "10.1.2.3";
let service: TestAuth;
let peer = "127.0.0.1";

beforeAll(async () => {
  const runtime = { ...testRuntime(), connection: () => ({ remoteAddress: peer }) };
  service = await testAuth(
    {
      trusted_proxies: ["10.0.0.0/8"],
      session_providers: {
        host_replacements: {
          "stored.example.com": "effective.example.com:8443",
          "effective.example.com:8443": "never.example.com",
          "Cased.example.com": "lower.example.com",
          "ported.example.com:444": "plain.example.com",
        },
      },
    },
    runtime,
  );
  await service.createServiceAccount();
});
afterAll(() => service[Symbol.asyncDispose]());

type Headers = Record<string, string>;
const discover = (headers: Headers = {}) => service.request("GET", DISCOVERY, { headers });
const issuer = async (headers: Headers = {}) => (await discover(headers)).body.issuer;
async function from<T>(address: string, run: () => Promise<T>): Promise<T> {
  const before = peer;
  peer = address;
  try {
    return await run();
  } finally {
    peer = before;
  }
}
const withBase = (value: Record<string, unknown>, run: () => Promise<void>) =>
  withSetting(service, "oauth2", value, run);

const FORGED = {
  host: "evil.test",
  forwarded: "host=evil.test;proto=http",
  "x-forwarded-host": "evil.test",
  "x-forwarded-proto": "http",
  "x-forwarded-port": "1",
  "x-original-host": "evil.test",
};

describe("H-4: with `oauth2.base_url` set, no request header changes issuer and metadata", () => {
  test("not even from a trusted proxy; such answers are cacheable", async () => {
    await withBase({ base_url: "https://id.example.org" }, async () => {
      const plain = await discover();
      expect(plain.body.issuer).toBe("https://id.example.org/auth/oauth2");
      expect(plain.headers.get("cache-control")).toBe("public, max-age=300");
      const forged = await from(PROXY, () => discover(FORGED));
      expect(forged.text).toBe(plain.text);
      expect((await discover({ host: "not a host" })).text).toBe(plain.text);
    });
  });

  test("the `iss` of tokens follows", async () => {
    await withBase({ base_url: "https://id.example.org" }, async () => {
      const form = { grant_type: "client_credentials" };
      const { body } = await service.form(TOKEN, form, ROBOT);
      expect(claimsOf(body.access_token).iss).toBe("https://id.example.org/auth/oauth2");
    });
  });

  test("a value without scheme gets `schema`, default https", async () => {
    await withBase({ base_url: "id.example.org:8080" }, async () => {
      expect(await issuer()).toBe("https://id.example.org:8080/auth/oauth2");
    });
    await withBase({ base_url: "id.example.org", schema: "http" }, async () => {
      expect(await issuer()).toBe("http://id.example.org/auth/oauth2");
    });
  });
});

describe("host replacements (specification, static)", () => {
  test("the replacement rewrites the host of base_url; rules do not chain", async () => {
    await withBase({ base_url: "http://stored.example.com" }, async () => {
      expect(await issuer()).toBe("http://effective.example.com:8443/auth/oauth2");
    });
  });

  test("keys match the full host exactly, including an explicit port, case-sensitively", async () => {
    const effective = async (base_url: string) => {
      let found = "";
      await withBase({ base_url }, async () => {
        found = (await issuer()).replace("/auth/oauth2", "");
      });
      return found;
    };
    expect(await effective("https://Cased.example.com")).toBe("https://lower.example.com");
    expect(await effective("https://cased.example.com")).toBe("https://cased.example.com");
    expect(await effective("https://ported.example.com:444")).toBe("https://plain.example.com");
    expect(await effective("https://ported.example.com")).toBe("https://ported.example.com");
    expect(await effective("https://sub.stored.example.com")).toBe(
      "https://sub.stored.example.com",
    );
  });

  test("a host taken from the request is not replaced", async () => {
    expect(await issuer({ host: "stored.example.com" })).toBe(
      "https://stored.example.com/auth/oauth2",
    );
  });

  test("`GET /v1/info` reports the replacement to admins, and none where none applies", async () => {
    const info = async () => (await service.json("GET", "/auth/v1/info")).body.payload.oauth2;
    await withBase({ base_url: "https://stored.example.com/" }, async () => {
      expect(await info()).toMatchObject({
        configured_base_url: "https://stored.example.com/",
        effective_base_url: "https://effective.example.com:8443",
        replacement_from: "stored.example.com",
        replacement_to: "effective.example.com:8443",
      });
    });
    await withBase({ base_url: "https://ID.example.org/" }, async () => {
      expect(await info()).toMatchObject({
        effective_base_url: "https://id.example.org",
        replacement_from: "",
        replacement_to: "",
      });
    });
  });
});

describe("H-5: without it, only a syntactically valid `Host` is used", () => {
  test("such answers are `no-store`", async () => {
    const { headers, body } = await discover({ host: "One.Example.com:8443" });
    expect(body.issuer).toBe("https://one.example.com:8443/auth/oauth2");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  test.each([
    "evil.test/path",
    "user@evil.test",
    "evil.test#x",
    "evil.test:99999",
    "evil.test:",
    "a b",
    "a..b",
    "one.example, two.example",
    "[::1",
    "%65vil.test",
    "<script>",
    "999.1.1.1",
  ])("malformed host → 400: %s", async (host) => {
    expect(refusal(await discover({ host }))).toEqual({ status: 400, error: "invalid_request" });
    const management = await service.request("GET", "/auth/v1/info", { headers: { host } });
    expect(management.status).toBe(400);
    expect(management.body).toHaveProperty("message");
  });

  test("`X-Forwarded-*` and `Forwarded` count only from configured trusted peers", async () => {
    const headers = { ...FORGED, host: "id.example.com" };
    for (const address of ["127.0.0.1", "11.0.0.1", "::1", "fe80::a0a:1"]) {
      expect(await from(address, () => issuer(headers)), address).toBe(
        "https://id.example.com/auth/oauth2",
      );
    }
    for (const address of [PROXY, "::ffff:10.9.9.9"]) {
      expect(await from(address, () => issuer(headers)), address).toBe(
        "http://evil.test/auth/oauth2",
      );
    }
  });

  test("from a trusted peer a malformed forwarded host → 400, an unknown scheme is not used", async () => {
    const malformed = { host: "id.example.com", "x-forwarded-host": "evil.test/x" };
    expect((await from(PROXY, () => discover(malformed))).status).toBe(400);
    const scheme = { host: "id.example.com", "x-forwarded-proto": "javascript" };
    expect(await from(PROXY, () => issuer(scheme))).toBe("https://id.example.com/auth/oauth2");
  });
});

describe("`oauth2.base_url` of this instance", () => {
  const OWN = "https://own.example.com";
  let own: TestAuth;
  beforeEach(async () => {
    own = await testAuth({
      oauth2: { base_url: `${OWN}/` },
      trusted_proxies: ["127.0.0.1"],
      session_providers: { host_replacements: { "own.example.com": "never.example.com" } },
    });
  });
  afterEach(() => own[Symbol.asyncDispose]());
  const issuerOf = async (headers: Headers = {}) =>
    (await own.request("GET", DISCOVERY, { headers })).body.issuer;
  const save = (value: object) => own.json("PUT", "/auth/v1/settings/oauth2", { value });

  test("wins over the setting, host replacements and whatever a request says", async () => {
    expect(await issuerOf(FORGED)).toBe(`${OWN}/auth/oauth2`);
    const { body } = await save({ base_url: "https://stored.example.com" });
    expect(body.meta.warnings, "the answer says that it has no effect here").toEqual([
      `base_url has no effect on this instance: its configuration says ${OWN}`,
    ]);
    expect(await issuerOf(FORGED)).toBe(`${OWN}/auth/oauth2`);
    const stored = await own.json("GET", "/auth/v1/settings/oauth2");
    expect(stored.body.payload.value.base_url).toBe("https://stored.example.com");
  });

  test("is the origin for browsers, too: one that the setting alone names may not sign in", async () => {
    await save({ base_url: "https://stored.example.com" });
    expect(own.auth.api.origin("https://stored.example.com")).toBe(OWN);
    expect(own.auth.api.origin("https://evil.test")).toBe(OWN);
    await save({ origins: ["https://further.example.com"] });
    expect(own.auth.api.origin("https://further.example.com")).toBe("https://further.example.com");
  });

  test("holds while the stored namespace cannot be read", async () => {
    await save({ base_url: "https://stored.example.com" });
    const { store, snapshots } = await own.auth.service;
    await store.db.update(settings).set({ value_encrypted: "enc:v2:x" });
    await snapshots.reload();
    expect(await issuerOf(FORGED)).toBe(`${OWN}/auth/oauth2`);
  });
});
