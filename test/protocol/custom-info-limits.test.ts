/** Templates of `custom_info` from outside: bounded, blind to secrets, powerless over protocol claims (M-1, M-3, T-11). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { ADA, createAda, putClient, putSetting, TOKEN, WEB } from "../support/tokens.ts";

const EVERYTHING = {
  user: "{{ .user }}",
  details: "{{ .user.Details }}",
  typed: '{{ printf "%#v" .user }}',
  json: "{{ range $key, $value := .user.Details }}{{ $key }}={{ $value }};{{ end }}",
};
let service: TestAuth;

beforeAll(async () => {
  service = await testAuth();
  await createAda(service, {}, { team: "blue" });
  await putClient(service, WEB.id, { client_secret: WEB.secret });
});
afterAll(() => service[Symbol.asyncDispose]());

const login = async () =>
  (await service.form(TOKEN, { ...ADA, scope: "openid" }, WEB)).body.access_token as string;
const userinfo = (token: string, set: string) =>
  service.request("GET", `/auth/oauth2/userinfo/${set}`, {
    headers: { authorization: `Bearer ${token}` },
  });
const saveSet = (claims: Record<string, string>) =>
  putSetting(service, "custom_info", { sets: { own: { claims } } });
const preview = (claims: Record<string, string>, more = {}) =>
  service.json("POST", "/auth/v1/custom-info/preview", { set: { claims }, ...more });

const RUNAWAY: readonly (readonly [string, string])[] = [
  ["recursion", '{{ define "t" }}{{ template "t" . }}{{ end }}{{ template "t" . }}'],
  ["an output over 64 KiB", '{{ printf "%65536s" "" }}x'],
  ["a width that would fill memory", '{{ printf "%999999999d" 1 }}'],
  ["loops in loops", `${"{{ range .claims.list }}".repeat(8)}x${"{{ end }}".repeat(8)}`],
  ["a function that does not exist", '{{ env "PATH" }}'],
  ["a method of the language", "{{ .claims.constructor.constructor }}{{ call .claims.x }}"],
];
const LIST = Array.from({ length: 200 }, (_, index) => index);

test("4d, N-6: a set is there for userinfo as for discovery, and while the feature is off for neither", async () => {
  const token = await login();
  const statuses = async (set: string) => {
    const discovery = `/auth/oauth2/openid/${set}/.well-known/openid-configuration`;
    return [(await userinfo(token, set)).status, (await service.request("GET", discovery)).status];
  };
  const sets = { own: { claims: { team: "{{ .user.Details.team }}" } } };
  await putSetting(service, "custom_info", { sets });
  expect(await statuses("own")).toEqual([200, 200]);
  expect(await statuses("toString")).toEqual([404, 404]);
  await putSetting(service, "custom_info", { disabled: true, sets });
  expect(await statuses("own")).toEqual([404, 404]);
  expect(await statuses("unknown")).toEqual([404, 404]);
});

describe("M-1: limits", () => {
  test.each(RUNAWAY)("a preview of %s is refused within its time", async (_, template) => {
    const from = performance.now();
    const { status, body } = await preview({ x: template }, { claims: { list: LIST } });
    expect(status, JSON.stringify(body).slice(0, 200)).toBe(400);
    expect(JSON.stringify(body).length).toBeLessThan(2_000);
    expect(performance.now() - from).toBeLessThan(1_000);
  });

  test("in userinfo the claim stays as it was, the others are there, and the log says so", async () => {
    await saveSet({
      name: '{{ printf "%999999999d" 1 }}',
      endless: '{{ define "t" }}{{ template "t" . }}{{ end }}{{ template "t" . }}',
      team: "{{ .user.Details.team }}",
    });
    const { status, body } = await userinfo(await login(), "own");
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: "Ada", team: "blue" });
    expect(body).not.toHaveProperty("endless");
    const failed = service.runtime.lines.flatMap(({ fields }) => fields.claim ?? []);
    expect(failed).toEqual(expect.arrayContaining(["name", "endless"]));
  });

  test("no prototypes and no globals: inherited names are absent, not functions", async () => {
    const names = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"];
    for (const name of names) {
      const { status, text } = await preview({ x: `[{{ .claims.${name} }}]` });
      expect(text).not.toMatch(/native code|function|\[object/);
      expect([200, 400]).toContain(status);
      expect((await preview({ x: `{{ ${name} }}` })).status, "no such function").toBe(400);
    }
  });

  test("M-2: templates that do not parse are not saved", async () => {
    await saveSet({ team: "kept" });
    const value = { sets: { own: { claims: { team: "{{ .claims" } } } };
    const { status } = await service.json("PUT", "/auth/v1/settings/custom_info", { value });
    expect(status).toBe(400);
    expect((await userinfo(await login(), "own")).body.team).toBe("kept");
  });
});

describe("M-3: what a template never sees", () => {
  test("hashes and secrets of a user, however the record is printed", async () => {
    await saveSet(EVERYTHING);
    const { status, text, body } = await userinfo(await login(), "own");
    expect(status).toBe(200);
    expect(body.json).toContain("team=blue;");
    expect(text).not.toMatch(/password|\$2[aby]\$|JDJ|secret/i);
  });

  test("the secret of a service account", async () => {
    await service.createServiceAccount();
    await saveSet(EVERYTHING);
    const robot = { id: "robot", secret: "robot-secret" };
    const { body } = await service.form(TOKEN, { grant_type: "client_credentials" }, robot);
    const { status, text } = await userinfo(body.access_token, "own");
    expect(status).toBe(200);
    expect(text).toContain("name=Robot;");
    expect(text).not.toContain("robot-secret");
  });

  test("the same of a sample user in a preview", async () => {
    const details = { team: "blue", password: "hidden-1", secret: "hidden-2" };
    const { status, text } = await preview(EVERYTHING, { user: { details } });
    expect(status).toBe(200);
    expect(text).toContain("team=blue;");
    expect(text).not.toContain("hidden");
  });

  test("T-11: custom claims replace, add and remove no protocol claim", async () => {
    const names = ["sub", "iss", "aud", "exp", "iat", "nonce", "sid"];
    const token = await login();
    const { body: plain } = await service.request("GET", "/auth/oauth2/userinfo", {
      headers: { authorization: `Bearer ${token}` },
    });
    for (const template of ["forged", ""]) {
      await saveSet(Object.fromEntries(names.map((name) => [name, template])));
      expect((await userinfo(token, "own")).body).toEqual(plain);
      const claims = { sub: "x", sid: "y" };
      const previewed = await preview({ sub: template, sid: template }, { claims });
      expect(previewed.body.payload).toEqual(claims);
    }
  });
});
