/** {prefix}/v1/settings: list, read, save, delete, secrets, effect (auth-wire 4.1; D15, O15, W17). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { namespaces } from "../support/inside.ts";
import { ROBOT, TOKEN, withSetting } from "../support/tokens.ts";

const PATH = "/auth/v1/settings";
let service: TestAuth;

beforeAll(async () => {
  service = await testAuth();
  await service.createServiceAccount();
});
afterAll(() => service[Symbol.asyncDispose]());

const get = (namespace: string) => service.json("GET", `${PATH}/${namespace}`);
const put = (namespace: string, value: unknown, user?: string) =>
  service.json("PUT", `${PATH}/${namespace}`, { value }, user);
const remove = (namespace: string) => service.json("DELETE", `${PATH}/${namespace}`);
const storedValue = async (namespace: string) => (await get(namespace)).body.payload.value;

describe("the four calls", () => {
  const names = Object.keys(namespaces).filter((name) => name !== "jwt");

  test.each(names)(
    "%s: 404 until saved, then as saved, and 404 again after DELETE",
    async (name) => {
      const missing = { message: "setting not found" };
      expect(await get(name)).toMatchObject({ status: 404, body: missing });
      expect(await remove(name)).toMatchObject({ status: 404, body: missing });

      const saved = await put(name, {}, "another");
      expect(saved).toMatchObject({ status: 200, body: { payload: { message: "setting saved" } } });
      expect(saved.body.meta.version).toBeGreaterThan(1);

      const { status, body } = await get(name);
      expect(status).toBe(200);
      expect(body.payload).toMatchObject({ namespace: name, updated_by: "another" });
      expect(body.payload.updated_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

      const deleted = await remove(name);
      expect(deleted.body).toEqual({
        payload: { message: "setting deleted" },
        meta: { version: saved.body.meta.version + 1 },
      });
      expect((await get(name)).status).toBe(404);
    },
  );

  test("PUT stores the document verbatim: no merge with the stored one, no defaults filled in", async () => {
    await put("totp", { issuer: "One", skew: 2 });
    await put("totp", { skew: 0 });
    expect(await storedValue("totp")).toEqual({ skew: 0 });
    await remove("totp");
  });

  test("a write without X-User is by `unknown`", async () => {
    await put("totp", {});
    expect((await get("totp")).body.payload.updated_by).toBe("unknown");
    await remove("totp");
  });
});

describe("the list", () => {
  beforeAll(async () => {
    for (const name of ["token", "totp", "check"]) await put(name, {});
  });
  afterAll(async () => {
    for (const name of ["token", "totp", "check"]) await remove(name);
  });
  const list = async (query = "") => (await service.json("GET", `${PATH}${query}`)).body;
  const namesIn = async (query: string) =>
    (await list(query)).payload.map(({ namespace }: { namespace: string }) => namespace);

  test("`{namespace, updated_at, updated_by}[]` sorted by namespace, without values", async () => {
    const { payload, meta } = await list();
    expect(payload.map(Object.keys)).toEqual(
      Array(4).fill(["namespace", "updated_at", "updated_by"]),
    );
    expect(meta).toEqual({ total_item_count: 4 });
    expect(await namesIn("")).toEqual(["check", "jwt", "token", "totp"]);
  });

  test("filter `namespace` = case-insensitive substring; the total counts matches before paging", async () => {
    expect(await namesIn("?namespace=TO")).toEqual(["token", "totp"]);
    expect(await namesIn("?namespace[contains]=to")).toEqual(["token", "totp"]);
    expect((await list("?namespace=to&_limit=1")).meta).toEqual({ total_item_count: 2 });
  });

  test("`_limit` and `_offset`, legacy `limit` and `offset`; the underscore form wins", async () => {
    expect(await namesIn("?_limit=2")).toEqual(["check", "jwt"]);
    expect(await namesIn("?_limit=2&_offset=1")).toEqual(["jwt", "token"]);
    expect(await namesIn("?limit=1&offset=3")).toEqual(["totp"]);
    expect(await namesIn("?limit=1&_limit=0")).toHaveLength(4);
    expect(await namesIn("?_offset=99")).toEqual([]);
    expect(await namesIn("?_sort=x&_fields=y")).toHaveLength(4);
  });

  test.each(["_limit=x", "_limit=-1", "_offset=1.5", "limit=", "_limit=1e3", "offset=0x1"])(
    "N-7: non-numeric or negative → 400 `cannot parse query`: %s",
    async (query) => {
      const { status, body } = await service.json("GET", `${PATH}?${query}`);
      expect(status).toBe(400);
      expect(body.message).toBe("cannot parse query");
      expect(body.error).toContain(query.split("=")[0]);
    },
  );
});

describe("W17: secrets are write-only", () => {
  const smtp = { host: "mail.example.com", username: "u", password: "smtp-secret" };

  test("GET answers `<name>_set: true` in their place; absent and an empty text keep, null clears", async () => {
    await put("email", { smtp });
    const masked = { host: "mail.example.com", username: "u", password_set: true };
    expect(await storedValue("email")).toEqual({ smtp: masked });

    for (const absent of [{}, { password: "" }]) {
      await put("email", { smtp: { host: "mail.example.com", ...absent } });
      expect(await storedValue("email")).toEqual({
        smtp: { host: "mail.example.com", password_set: true },
      });
    }

    await put("email", { smtp: { ...masked, password_set: false } });
    expect((await storedValue("email")).smtp.password_set, "the flag says nothing").toBe(true);

    await put("email", { smtp: { ...smtp, password: null } });
    expect((await storedValue("email")).smtp.password_set).toBe(false);
    await put("email", { smtp: { ...smtp, password: "" } });
    expect((await storedValue("email")).smtp.password_set, "nothing to keep").toBe(false);
    await remove("email");
  });

  test("secrets in maps belong to their entry: a removed provider takes its secret along", async () => {
    const provider = (fields: object) => ({ providers: { main: { oauth2: fields } } });
    await put("session_providers", provider({ client_id: "a", client_secret: "s" }));
    await put("session_providers", { providers: {} });
    await put("session_providers", provider({ client_id: "a" }));
    const value = await storedValue("session_providers");
    expect(value.providers.main.oauth2).toEqual({ client_id: "a", client_secret_set: false });
    await remove("session_providers");
  });

  test("O15: unknown namespaces are stored and returned, and configure nothing", async () => {
    const value = { token_lifetime: "1s", nested: { list: [1, null, "x"], password: "told" } };
    expect((await put("my.console_v2-x", value)).status).toBe(200);
    expect(await storedValue("my.console_v2-x")).toEqual(value);
    expect((await remove("my.console_v2-x")).status).toBe(200);
  });

  test("N-6: names of the prototype chain are namespaces like others or refused", async () => {
    for (const name of ["toString", "constructor", "hasOwnProperty"]) {
      expect((await get(name)).status, name).toBe(404);
      expect((await put(name, { a: 1 })).status).toBe(200);
      expect(await storedValue(name)).toEqual({ a: 1 });
      await remove(name);
    }
    expect((await put("__proto__", {})).status).toBe(400);
    expect((await put("x".repeat(65), {})).status).toBe(400);
    expect((await get("__proto__")).status).toBe(404);
  });
});

describe("effect without restart", () => {
  const expiresIn = async () =>
    (await service.form(TOKEN, { grant_type: "client_credentials" }, ROBOT)).body.expires_in;

  test("token_lifetime changes the next token; DELETE brings the default back", async () => {
    await withSetting(service, "token", { token_lifetime: "1h30m" }, async () => {
      expect(await expiresIn()).toBe(5400);
    });
    expect(await expiresIn()).toBe(900);
  });

  test("an access token never outlives refresh_lifetime, the end of its session", async () => {
    const value = { token_lifetime: "2h", refresh_lifetime: "1h" };
    await withSetting(service, "token", value, async () => {
      expect(await expiresIn()).toBe(3600);
    });
  });

  test("a refused document changes nothing", async () => {
    await withSetting(service, "token", { token_lifetime: "5m" }, async () => {
      expect((await put("token", { token_lifetime: "-1h" })).status).toBe(400);
      expect(await expiresIn()).toBe(300);
      expect(await storedValue("token")).toEqual({ token_lifetime: "5m" });
    });
  });
});
