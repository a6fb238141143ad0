/** Personal API keys on the account page, while `api_key.self_service` is on (F-3, F-7, T-10, B-2, B-3). */
import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { SessionContext } from "../../src/session.ts";
import { type Answer, ORIGIN, type TestAuth, testAuth } from "../support/auth.ts";
import { createAda, putSetting } from "../support/tokens.ts";

const PAGE = "/auth/ui/account";
const VALIDATE = "/auth/oauth2/api-key";
let service: TestAuth;
let ada = "";

beforeAll(async () => {
  service = await testAuth();
  ada = await createAda(service);
  await service.createUser({ alias: ["eve"], details: { email: "eve@example.com" } });
  await putSetting(service, "api_key", { self_service: true });
});
afterAll(() => service[Symbol.asyncDispose]());

const open = (user = "ada") => service.request("GET", PAGE, { headers: { "x-user": user } });
const tokenOf = ({ text }: Answer) => /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? "";
const keyOf = ({ text }: Answer) => /id="account-new-key"[^>]*><code>([^<]+)/.exec(text)?.[1];
const problemOf = ({ text }: Answer) => /id="account-problem">([^<]+)</.exec(text)?.[1];
const countOf = ({ text }: Answer) => /id="account-api-keys"[^>]*>([^<]+)/.exec(text)?.[1];
const idsOf = ({ text }: Answer) =>
  [...text.matchAll(/name="id" value="([^"]+)"/g)].map((m) => m[1]);

async function post(path: string, fields: Record<string, string>, user = "ada"): Promise<Answer> {
  const form_token = tokenOf(await open(user));
  return service.request("POST", `/auth/ui/${path}`, {
    headers: { "content-type": "application/x-www-form-urlencoded", "x-user": user },
    body: new URLSearchParams({ form_token, ...fields }),
  });
}
const validates = async (key: string) =>
  service.request("POST", VALIDATE, { headers: { "x-api-key": key } });

describe("personal keys", () => {
  afterEach(async () => {
    for (const id of idsOf(await open())) await post("api-keys/end", { id: id ?? "" });
  });

  test("made, shown this one time, used, and ended", async () => {
    const made = await post("api-keys", { name: "deploy", expires_in: "24h" });
    const key = keyOf(made) ?? "";
    expect([made.status, key.slice(0, 4)]).toEqual([200, "tak_"]);
    expect(made.headers.get("cache-control")).toBe("no-store");
    expect(countOf(made)).toBe("1");
    expect((await validates(key)).body).toMatchObject({ name: "deploy", owner_user_id: ada });
    const page = await open();
    expect(page.text).toContain("deploy");
    expect(page.text).not.toContain(key);
    expect(page.text).toContain("Ends ");
    const [id = ""] = idsOf(page);
    const ended = await post("api-keys/end", { id });
    expect([ended.status, ended.headers.get("location")]).toEqual([302, PAGE]);
    expect((await validates(key)).status).toBe(401);
    expect((await open()).text).toContain("You have no keys.");
  });

  test("a name is needed; an end must be a duration; nothing is made otherwise", async () => {
    expect(problemOf(await post("api-keys", { name: " ", expires_in: "24h" }))).toBe(
      "Give the key a name.",
    );
    expect(problemOf(await post("api-keys", { name: "x", expires_in: "soon" }))).toContain(
      "expires_in",
    );
    expect(idsOf(await open())).toEqual([]);
  });

  test("attack: the name of a key is no name of a principal, and no address of someone else", async () => {
    for (const name of ["api-key:01J0", "eve@example.com"]) {
      const answer = await post("api-keys", { name, expires_in: "" });
      expect(answer.status, name).toBe(400);
      expect(keyOf(answer), name).toBeUndefined();
    }
  });

  test("attack: what a form adds counts for nothing: no hash of a known key, no owner, no roles", async () => {
    const known = "tak_a-key-that-the-sender-knows-already-0123456789";
    const key_hash = createHash("sha256").update(known).digest("hex");
    const more = { key_hash, user_id: "admin", role_ids: "admin", permission_ids: "admin" };
    const made = await post("api-keys", { name: "added", expires_in: "24h", ...more });
    expect((await validates(known)).status).toBe(401);
    const { body } = await validates(keyOf(made) ?? "");
    expect(body).toMatchObject({ name: "added", owner_user_id: ada });
    const [id = ""] = idsOf(await open());
    const { payload } = (await service.json("GET", "/auth/v1/api-key-principals")).body;
    expect(payload).toMatchObject([{ id, role_ids: [], permission_ids: [] }]);
    await post("api-keys/end", { id });
  });

  test("A-3: another user's key is as good as none", async () => {
    await post("api-keys", { name: "mine", expires_in: "" });
    const [id = ""] = idsOf(await open());
    const answer = await post("api-keys/end", { id }, "eve");
    expect([answer.status, problemOf(answer)]).toEqual([400, "This key does not exist any more."]);
    expect(idsOf(await open())).toEqual([id]);
    expect((await open("eve")).text).not.toContain("mine");
    await post("api-keys/end", { id });
  });

  test("B-3: a hostile name is text", async () => {
    await post("api-keys", { name: `"><script>alert(1)</script>`, expires_in: "" });
    const page = await open();
    expect(page.text).not.toContain("<script>alert");
    expect(page.text).toContain("&lt;script&gt;");
    for (const id of idsOf(page)) await post("api-keys/end", { id: id ?? "" });
  });

  test("B-2: no form token, no key", async () => {
    const answer = await post("api-keys", { name: "x", expires_in: "", form_token: "" });
    expect([answer.status, keyOf(answer)]).toEqual([400, undefined]);
  });

  test("the settings shorten what can be chosen", async () => {
    const setting = { self_service: true, max_lifetime: "48h" };
    await putSetting(service, "api_key", setting);
    const { text } = await open();
    expect([...text.matchAll(/<option value="([^"]*)"/g)].map((found) => found[1])).toEqual([
      "24h",
      "48h0m0s",
    ]);
    await putSetting(service, "api_key", { self_service: true });
  });

  test("T-10: an old sign-in makes no key", async () => {
    const at = Math.floor(service.runtime.clock.now() / 1_000);
    const session: SessionContext = { principal: "ada", auth_time: at - 601 };
    const ask = (method: string, path: string, fields?: Record<string, string>) =>
      service.auth.fetch(
        new Request(`${ORIGIN}${path}`, {
          method,
          ...(fields && { body: new URLSearchParams(fields) }),
        }),
        undefined,
        { session },
      );
    const form_token = /form_token" value="([^"]+)/.exec(
      await (await ask("GET", PAGE)).text(),
    )?.[1];
    const answer = await ask("POST", "/auth/ui/api-keys", {
      form_token: form_token ?? "",
      name: "x",
      expires_in: "",
    });
    expect(answer.status).not.toBe(200);
    expect(await answer.text()).not.toContain("tak_");
    expect(idsOf(await open())).toEqual([]);
  });

  test.each([
    ["self-service is off", { self_service: false }],
    ["keys are off", { self_service: true, disabled: true }],
  ])("no panel while %s, and its form makes nothing", async (_, value) => {
    const page = await open();
    await putSetting(service, "api_key", value);
    expect((await open()).text).not.toContain("account-keys-panel");
    const answer = await service.request("POST", "/auth/ui/api-keys", {
      headers: { "content-type": "application/x-www-form-urlencoded", "x-user": "ada" },
      body: new URLSearchParams({ form_token: tokenOf(page), name: "x", expires_in: "" }),
    });
    expect(keyOf(answer)).toBeUndefined();
    await putSetting(service, "api_key", { self_service: true });
  });
});
