/**
 * What a new password must be by the settings (setting `password`): refused at every way to set one, never asked at a
 * sign-in (E-1, E-8); the range service learns five digits, and its outage keeps no one out.
 */
import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { type ScriptedUpstream, scriptedUpstream } from "../support/scripted-upstream.ts";
import { createAda, putClient, putSetting, TOKEN, WEB } from "../support/tokens.ts";

const COMMON = "must not be one of those that are tried first";
const WORDS = "must be more than a name of the account or of this service";
const STOLEN = "must not be one that was stolen elsewhere";

let service: TestAuth;
let range: ScriptedUpstream;
beforeAll(async () => {
  service = await testAuth();
  range = await scriptedUpstream();
  await createAda(service);
  await putClient(service, WEB.id, { client_secret: WEB.secret });
  await putSetting(service, "oauth2", { internal_hosts: ["127.0.0.1"] });
  await putSetting(service, "signup", { enabled: true, email_verification: false });
});
afterEach(() => putSetting(service, "password", {}));
afterAll(async () => {
  await range[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const rules = (members: Record<string, unknown> = {}) =>
  putSetting(service, "password", {
    ...{ refuse_common: true, refuse_own_words: true },
    ...members,
  });

/** By an administrator: the reason, or that it is set. */
let made = 0;
async function written(password: string, alias = `person${++made}`) {
  const details = { password, name: "Rosalind Franklin" };
  const body = { alias: [alias], local: true, details };
  const answer = await service.json("POST", "/auth/v1/users", body);
  return answer.status === 200 ? "set" : String(answer.body.error);
}

describe("what is refused", () => {
  test.each([
    ...["password", "Password1!", "PASSWORD", "iloveyou2", "football", "123456789", "12345678"],
    ...["qwertyuiop", "aaaaaaaa", "abcabcabc", "abcdefgh", "87654321", "qwertz12345", "11112222"],
  ])("%s is among the first that are tried", async (password) => {
    await rules();
    expect(await written(password)).toContain(COMMON);
  });

  test("names and addresses of the account, and the name of the service, with little beside them", async () => {
    await rules({ refuse_common: false });
    await putSetting(service, "branding", { product_name: "Harbour" });
    for (const password of ["franklin12", "R0s-rosalind", "Postern2030", "harbour!!1"]) {
      expect([password, await written(password)]).toEqual([
        password,
        expect.stringContaining(WORDS),
      ]);
    }
    expect(await written("grace.hopper1", "grace.hopper@example.com")).toContain(WORDS);
    await putSetting(service, "branding", {});
  });

  test("others are not: long words, phrases, and a name among other words", async () => {
    await rules();
    for (const password of ["correct horse", "rosalind sails at dawn", "xK4#pq9v", "Ωμέγα-κύμα7"]) {
      expect([password, await written(password)]).toEqual([password, "set"]);
    }
  });

  test("by default only what every password must be, and administrators may be warned alone", async () => {
    await putSetting(service, "password", {});
    expect(await written("password")).toBe("set");
    await rules({ by_administrators: "warn" });
    expect(await written("password")).toBe("set");
    expect(service.runtime.lines.some(({ message }) => message.includes("weak password"))).toBe(
      true,
    );
  });
});

describe("at every way to set one", () => {
  test("sign-up and the own change; the sign-in with one from before goes on", async () => {
    await rules();
    const client = { client_id: WEB.id, client_secret: WEB.secret };
    const signup = (password: string) =>
      service.json("POST", "/auth/oauth2/signup", {
        ...client,
        ...{ email: "mary.anning@example.com", password },
      });
    const common = await signup("password1");
    expect(common.body).toMatchObject({ message: `password ${COMMON}`, error: "password_common" });
    const words = await signup("mary.anning1");
    expect(words.body).toMatchObject({ message: `password ${WORDS}`, error: "password_own_words" });
    const own = await service.json(
      "POST",
      "/auth/v1/me/password",
      { current_password: "correct horse", new_password: "iloveyou2" },
      "ada",
    );
    expect([own.status, own.body.message]).toEqual([400, `new password ${COMMON}`]);
    expect(own.body).toMatchObject({
      error: "password_common",
      messages: [{ id: "fault.password.common" }],
    });
    await putSetting(service, "password", {});
    const alias = `person${made + 1}`;
    expect(await written("password")).toBe("set");
    await rules();
    const form = { grant_type: "password", username: alias, password: "password" };
    expect((await service.form(TOKEN, form, WEB)).status).toBe(200);
  });
});

describe("the range service", () => {
  const digest = (text: string) => createHash("sha1").update(text).digest("hex").toUpperCase();

  test("learns five digits, and what it lists is refused", async () => {
    const stolen = digest("a stolen password");
    const asked: string[] = [];
    range.on(`/range/${stolen.slice(0, 5)}`, () => {
      asked.push(stolen.slice(0, 5));
      return { body: `${"0".repeat(35)}:0\r\n${stolen.slice(5)}:12\r\n` };
    });
    await putSetting(service, "password", { range_url: `${range.url}/range/` });
    expect(await written("a stolen password")).toContain(STOLEN);
    expect(asked).toEqual([stolen.slice(0, 5)]);
  });

  test("padding counts for nothing, and an outage keeps no one out: the log says so", async () => {
    const padded = digest("a padded password");
    range.on(`/range/${padded.slice(0, 5)}`, () => ({ body: `${padded.slice(5)}:0\r\n` }));
    await putSetting(service, "password", { range_url: `${range.url}/range` });
    expect(await written("a padded password")).toBe("set");
    expect(await written("one that it has no answer for")).toBe("set");
    expect(service.runtime.lines.some(({ message }) => message.includes("range service"))).toBe(
      true,
    );
  });
});
