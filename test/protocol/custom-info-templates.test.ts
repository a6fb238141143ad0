/** Templates of claim sets as existing installations write them (decision 4d), and how long they may be (M-1). */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { settingPlace, settings } from "../support/inside.ts";
import { ADA, createAda, putClient, putSetting, TOKEN, WEB } from "../support/tokens.ts";

const KIB = 1024;
const KINDS = {
  no: 12345678,
  age: 41,
  height: 1.75,
  groups: ["b", "a", "b"],
  mail: "ada@example.com",
};
let service: TestAuth;

beforeAll(async () => {
  service = await testAuth();
  await createAda(service, {}, KINDS);
  await putClient(service, WEB.id, { client_secret: WEB.secret });
});
afterAll(() => service[Symbol.asyncDispose]());

const setOf = (claims: Record<string, string>) => ({ sets: { own: { claims } } });
const save = (claims: Record<string, string>) =>
  service.json("PUT", "/auth/v1/settings/custom_info", { value: setOf(claims) });
const preview = (claims: Record<string, string>, more = {}) =>
  service.json("POST", "/auth/v1/custom-info/preview", { set: { claims }, ...more });

/** The claims that a set gives Ada. */
async function userinfo(claims: Record<string, string>) {
  await putSetting(service, "custom_info", setOf(claims));
  return read();
}

async function read() {
  const { body: tokens } = await service.form(TOKEN, { ...ADA, scope: "openid" }, WEB);
  const { status, body } = await service.request("GET", "/auth/oauth2/userinfo/own", {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  expect(status).toBe(200);
  return body;
}

describe("4d: numbers", () => {
  test("a JSON number takes %d, %.0f and %.2f, and compares with 18 and 18.0", async () => {
    const claims = {
      digits: '{{ printf "%d" .user.Details.no }}',
      fixed: '{{ printf "%.0f" .user.Details.no }}',
      cents: '{{ printf "%.2f" .user.Details.age }}',
      shortest: "{{ .user.Details.age }} {{ .user.Details.height }}",
      adult: "{{ if gt .user.Details.age 18 }}yes{{ else }}no{{ end }}",
      adult_float: "{{ if gt .user.Details.age 18.0 }}yes{{ else }}no{{ end }}",
      tall: "{{ if gt .user.Details.height 1 }}yes{{ else }}no{{ end }}",
      same: "{{ eq .user.Details.age 41 }} {{ eq .user.Details.age 41.0 }}",
    };
    expect(await userinfo(claims)).toMatchObject({
      digits: "12345678",
      fixed: "12345678",
      cents: "41.00",
      shortest: "41 1.75",
      adult: "yes",
      adult_float: "yes",
      tall: "yes",
      same: "true true",
    });
  });

  test("without a verb a number is printed as Go prints a float64; int64 writes its digits", async () => {
    const claims = { plain: "{{ .user.Details.no }}", whole: "{{ .user.Details.no | int64 }}" };
    expect(await userinfo(claims)).toMatchObject({ plain: "1.2345678e+07", whole: "12345678" });
  });
});

describe("4d: helpers", () => {
  test("split gives a map with _0 and _1, splitList the list", async () => {
    const claims = {
      local: '{{ (split "@" .user.Details.mail)._0 }}',
      domain: '{{ index (splitList "@" .user.Details.mail) 1 }}',
    };
    expect(await userinfo(claims)).toMatchObject({ local: "ada", domain: "example.com" });
  });

  test("texts, lists, maps, math and encodings of sprig", async () => {
    const claims = {
      title: '{{ .user.Details.mail | trimSuffix "@example.com" | title }}',
      groups: '{{ .user.Details.groups | uniq | sortAlpha | join "," }}',
      next: "{{ add .user.Details.age 1 }}",
      coded: "{{ b64enc .user.Details.mail }}",
      picked: '{{ dict "a" (ternary 1 2 true) | toJson }}',
      name: '{{ coalesce .user.Details.nickname .claims.name "unknown" }}',
    };
    expect(await userinfo(claims)).toMatchObject({
      title: "Ada",
      groups: "a,b",
      next: "42",
      coded: "YWRhQGV4YW1wbGUuY29t",
      picked: '{"a":1}',
      name: "Ada",
    });
  });

  test("now is the clock of the service", async () => {
    const { body } = await preview({ at: "{{ now | unixEpoch }}" });
    expect(body.payload.at).toBe(String(Math.floor(service.runtime.clock.now() / 1000)));
  });

  test("what reads files, environment or network, or makes randomness is unknown", async () => {
    for (const name of ["env", "expandenv", "getHostByName", "randAlpha", "uuidv4", "genCA"]) {
      const { status, body } = await save({ x: `{{ ${name} "PATH" }}` });
      expect(status).toBe(400);
      expect(body.error).toContain(`function "${name}" not defined`);
    }
  });
});

describe("M-1: length", () => {
  const text = (bytes: number) => "x".repeat(bytes);

  test("a template of 16 KiB is saved, a longer one is refused with its place", async () => {
    expect((await save({ x: text(16 * KIB) })).status).toBe(200);
    for (const long of [text(16 * KIB + 1), "é".repeat(8 * KIB + 1), "{{ 1 }}".repeat(140_000)]) {
      const { status, body } = await save({ x: long });
      expect(status).toBe(400);
      expect(body.message).toBe("invalid custom_info template");
      expect(body.error).toMatch(
        /^sets\.own\.claims\.x: has \d+ bytes; a template may have 16384$/,
      );
    }
  });

  test("all templates of a namespace together: 128 KiB", async () => {
    const claims = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`c${at}`, text(16 * KIB)]));
    expect((await save(claims(8))).status).toBe(200);
    const { status, body } = await save({ ...claims(8), more: "x" });
    expect(status).toBe(400);
    expect(body.error).toBe("value: has 131073 bytes; all templates together may have 131072");
  });

  test("a preview has the same limits", async () => {
    const { status, body } = await preview({ a: "fine", x: "{{ 1 }}".repeat(140_000) });
    expect(status).toBe(400);
    expect(body.message).toBe('claim "x": has 980000 bytes; a template may have 16384');
  });

  test("mail texts", async () => {
    const value = { body_template: text(16 * KIB + 1) };
    const { status, body } = await service.json("PUT", "/auth/v1/settings/email", { value });
    expect(status).toBe(400);
    expect(body.message).toBe("invalid email template");
    expect(body.error).toMatch(/^body_template: has 16385 bytes/);
  });

  test("nesting has a limit, too: 50 blocks or parentheses", async () => {
    const nested = (depth: number) =>
      `${"{{ if true }}".repeat(depth)}x${"{{ end }}".repeat(depth)}`;
    expect((await save({ x: nested(50) })).status).toBe(200);
    expect((await save({ x: nested(51) })).body.error).toContain("nested too deeply");
  });

  test("a longer one that is stored already is read and works", async () => {
    await save({ x: "short" });
    const { store, snapshots } = await service.auth.service;
    const document = JSON.stringify(setOf({ x: `${text(20 * KIB)}!` }));
    const sealed = await store.box.seal(settingPlace("custom_info"), document);
    await store.db
      .update(settings)
      .set({ value_encrypted: sealed })
      .where(eq(settings.namespace, "custom_info"));
    await snapshots.reload();
    expect((await read()).x).toHaveLength(20 * KIB + 1);
    expect((await service.auth.health()).detail.unreadable).toEqual([]);
  });
});

describe("auth-wire 5.16: a preview names the claim", () => {
  test("a template that does not parse: claim and cause in the message", async () => {
    const { status, body } = await preview({ fine: "x", x: "{{ if }}" });
    expect(status).toBe(400);
    expect(body.message).toBe('claim "x": template: x:1: missing value for if');
  });

  test("a template that fails while it runs: the same form", async () => {
    const { body } = await preview({ x: "{{ .user.Nope }}" });
    expect(body.message).toMatch(/^claim "x": template: x:1:8: executing "x" at <\.user\.Nope>: /);
  });
});
