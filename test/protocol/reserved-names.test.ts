/** K-15: reserved names are refused in the form in which aliases are compared, at every entry that makes a name. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, type TestAuth, testAuth } from "../support/auth.ts";
import { canonicalAlias, isUsableName, isUsername, mayBeAlias } from "../support/inside.ts";

/** Every one of them is compared as `api-key:…`. */
const KEY_NAMES = [
  "api-key:x",
  "API-KEY:x",
  "Api-Key:x",
  "\uff41\uff50\uff49-key:x",
  "api\uff0dkey\uff1ax",
  "\u{1d41a}\u{1d429}\u{1d422}-key:x",
  "api-\u212aey:x",
  "a\u200bpi-key:x",
  "api-key\u00ad:x",
  "\ufeffapi-key:x",
  "  api-key:x",
  "\u2003api-key:x",
];
const ADDRESSES = [
  "https://app.example.com/client",
  "HTTPS://app.example.com",
  "http://app.example.com",
  "\uff48\uff54\uff54\uff50\uff53://app.example.com",
  "https\uff1a//app.example.com",
  "https:\uff0f\uff0fapp.example.com",
  "ht\u200btps://app.example.com",
];
const WITH_COMMA = ["a,b", "a\uff0cb", "a\ufe50b"];

let service: TestAuth;
let user = "";
let robot = "";
beforeAll(async () => {
  service = await testAuth();
  user = await service.createUser();
  robot = await service.createServiceAccount();
});
afterAll(() => service[Symbol.asyncDispose]());

const ENTRIES: Readonly<Record<string, (name: string) => Promise<Answer>>> = {
  "POST users": (name) =>
    service.json("POST", "/auth/v1/users", { alias: [name], local: true, details: {} }),
  "PATCH users": (name) =>
    service.json("PATCH", `/auth/v1/users/${user}`, { alias: ["ada", name] }),
  "PUT users": (name) =>
    service.json("PUT", `/auth/v1/users/${user}`, { alias: [name], local: true, details: {} }),
  "POST service accounts": (name) =>
    service.json("POST", "/auth/v1/service-accounts", { alias: [name], details: {} }),
  "PATCH service accounts": (name) =>
    service.json("PATCH", `/auth/v1/service-accounts/${robot}`, { alias: [name] }),
};

describe.each(Object.entries(ENTRIES))("%s", (_, send) => {
  test.each([...KEY_NAMES, ...ADDRESSES, ...WITH_COMMA])("refuses %j", async (name) => {
    expect((await send(name)).status).toBe(400);
  });
});

test.each(KEY_NAMES.filter((name) => name === name.trim()))(
  "no client is named %j",
  async (name) => {
    const path = `/auth/v1/oauth/clients/${encodeURIComponent(name)}`;
    const { status } = await service.json("PUT", path, { enabled: true, config: {} });
    expect(status).toBe(400);
  },
);

test("no client is named like the audience of the service, in any spelling", async () => {
  const { snapshots } = await service.auth.service;
  const { audience } = snapshots.current.settings.token;
  for (const name of [audience, audience.toUpperCase(), `${audience}\u200b`]) {
    const path = `/auth/v1/oauth/clients/${encodeURIComponent(name)}`;
    const { status } = await service.json("PUT", path, { enabled: true, config: {} });
    expect(status, name).toBe(400);
  }
});

test.each([...KEY_NAMES, ...ADDRESSES, ...WITH_COMMA])(
  "%j is no name from a directory or a provider elsewhere",
  (name) => {
    expect(isUsername(name)).toBe(false);
    expect(mayBeAlias(name) && !/^\s/.test(name)).toBe(false);
  },
);

test.each(KEY_NAMES)("%j is no user in X-User", (name) => {
  expect(canonicalAlias(name)).toBe("api-key:x");
  expect(isUsableName(name)).toBe(false);
});

test("names that only remind of them are taken", async () => {
  for (const alias of ["api-keys", "apikey:x", "my api-key:x", "https", "a.https://b"]) {
    await service.createUser({ alias: [alias], details: {} });
  }
});
