/** 4d: a stored secret does not follow its address to another host; it is asked for again. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";

let service: TestAuth;
beforeAll(async () => {
  service = await testAuth();
});
afterAll(() => service[Symbol.asyncDispose]());

interface Kind {
  readonly what: string;
  readonly path: string;
  readonly member: "value" | "config";
  /** Where the secret is, as a refusal names it. */
  readonly place: string;
  readonly record: (address: string, secret?: object) => object;
  readonly here: readonly string[];
  readonly elsewhere: readonly string[];
}

const token = "https://up.example.com/token";
const PROVIDER_ELSEWHERE = [
  "https://up.example.com:8443/token",
  "https://evil.example.net/token",
  "http://up.example.com/token",
];

const KINDS: readonly Kind[] = [
  {
    what: "a session provider",
    path: "/settings/session_providers",
    member: "value",
    place: "providers.main.oauth2.client_secret",
    record: (token_url, secret) => ({
      providers: { main: { oauth2: { client_id: "a", token_url, ...secret } } },
    }),
    here: [token, "https://UP.example.com:443/other"],
    elsewhere: [...PROVIDER_ELSEWHERE, "/auth/oauth2/token"],
  },
  {
    what: "a session provider of a group",
    path: "/settings/session_providers",
    member: "value",
    place: "groups.staff.providers.own.oauth2.client_secret",
    record: (revocation_url, secret) => ({
      groups: {
        staff: {
          providers: {
            own: { oauth2: { client_id: "a", token_url: token, revocation_url, ...secret } },
          },
        },
      },
    }),
    here: [token, "https://up.example.com/revoke"],
    elsewhere: PROVIDER_ELSEWHERE,
  },
  {
    what: "an OAuth provider",
    path: "/oauth/providers/up",
    member: "config",
    place: "client_secret",
    record: (token_url, secret) => ({ client_id: "a", token_url, ...secret }),
    here: [token, "https://up.example.com/v2/token"],
    elsewhere: PROVIDER_ELSEWHERE,
  },
  {
    what: "a directory",
    path: "/ldap/configs/main",
    member: "config",
    place: "bind.password",
    record: (addr, secret) => ({ addr, bind: { username: "cn=x", ...rename(secret) } }),
    here: ["ldaps://directory.example.com:636", "ldaps://Directory.example.com:636/"],
    elsewhere: ["ldaps://evil.example.net:636", "ldap://directory.example.com:636"],
  },
  {
    what: "the mail relay",
    path: "/settings/email",
    member: "value",
    place: "smtp.password",
    record: (host, secret) => ({ smtp: { host, port: 25, ...rename(secret) } }),
    here: ["mail.example.com", "MAIL.example.com"],
    elsewhere: ["evil.example.net"],
  },
  {
    what: "Redis",
    path: "/settings/cache",
    member: "value",
    place: "code_store.redis.password",
    record: (address, secret) => ({
      code_store: { redis: { address: address.split(" "), ...rename(secret) } },
    }),
    here: ["redis.example.com:6379 two.example.com:6379", "two.example.com:6379"],
    elsewhere: ["two.example.com:6379 evil.example.net:6379"],
  },
  {
    what: "Redis Sentinel",
    path: "/settings/cache",
    member: "value",
    place: "code_store.redis.sentinel_password",
    record: (address, { client_secret: sentinel_password }: { client_secret?: unknown } = {}) => ({
      code_store: {
        redis: {
          address: [address],
          sentinel_master: "main",
          ...(sentinel_password !== undefined && { sentinel_password }),
        },
      },
    }),
    here: ["redis.example.com:26379"],
    elsewhere: ["evil.example.net:26379"],
  },
];

function rename(secret: object = {}): object {
  return "client_secret" in secret ? { password: secret.client_secret } : {};
}

const SECRET = { client_secret: "told-once" };

describe.each(KINDS)("4d: $what", ({ path, member, place, record, here, elsewhere }) => {
  const put = (document: object) => service.json("PUT", `/auth/v1${path}`, { [member]: document });
  const shown = async () => (await service.json("GET", `/auth/v1${path}`)).text;
  const first = here[0] ?? "";

  // Two kinds may share a namespace.
  beforeEach(() => service.json("DELETE", `/auth/v1${path}`));

  test("keeps its secret at the same host", async () => {
    await put(record(first, SECRET));
    for (const address of here) {
      for (const absent of [{}, { client_secret: "" }]) {
        const { status, text } = await put(record(address, absent));
        expect(status, text).toBe(200);
        expect(await shown()).toContain('_set":true');
      }
    }
  });

  test.each(elsewhere.map((address) => [address]))("asks again for %s", async (address) => {
    expect((await put(record(first, SECRET))).status).toBe(200);
    const before = await shown();
    for (const absent of [{}, { client_secret: "" }]) {
      const answer = await put(record(address, absent));
      expect(answer.status, answer.text).toBe(400);
      expect(answer.body.error).toMatch(`${place}: is required again`);
      expect(answer.body.error).toContain("names another host");
    }
    expect(await shown(), "nothing was written").toBe(before);
    for (const given of [SECRET, { client_secret: null }]) {
      await put(record(first, SECRET));
      const { status, text } = await put(record(address, given));
      expect(status, text).toBe(200);
    }
  });
});

test("4d: a secret does not travel in two steps, by way of a record without an address", async () => {
  const put = (config: object) => service.json("PUT", "/auth/v1/oauth/providers/steps", { config });
  await put({ token_url: token, ...SECRET });
  expect((await put({ client_id: "a" })).status).toBe(200);
  expect((await put({ token_url: "https://evil.example.net/token" })).status).toBe(400);
});
