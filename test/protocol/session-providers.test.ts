/** GET /v1/session-providers[/{group}] (specification, host replacements, overrides; auth-wire 4.4). */
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { overlayCatalog, parseOptions, settings } from "../support/inside.ts";
import { createAda, putSetting, roleWithScopes } from "../support/tokens.ts";

const PATH = "/auth/v1/session-providers";
const company = {
  name: "Company",
  auth_middleware: "auth",
  password_flow: true,
  oauth2: { client_id: "web", client_secret: "the secret", scopes: ["openid"] },
};
const partner = {
  oauth2: {
    client_id: "us",
    client_secret: "another secret",
    auth_url: "https://login.partner.example.com/authorize?tenant=login.partner.example.com",
    token_url: "https://login.partner.example.com/token",
    cert_url: "https://login.partner.example.com/keys",
    issuer: "https://login.partner.example.com",
    audiences: ["us"],
  },
};
const VALUE = {
  providers: { company, partner },
  groups: {
    staff: {
      inherit: { company: { hide: true }, partner: {} },
      providers: { kiosk: { api_key: true } },
    },
    guests: { inherit: { partner: {} } },
  },
};
const OVERLAY = {
  host_replacements: {
    "login.partner.example.com": "partner.internal.example.com:8443",
    "id.example.org": "id.internal.example.org",
  },
  overrides: {
    partner: { oauth2: { token_url: "https://gateway.example.com/token", cert_url: "" } },
    kiosk: { oauth2: { token_url: "https://gateway.example.com/kiosk" } },
    absent: { oauth2: { token_url: "https://gateway.example.com/absent" } },
  },
};
const OVERLAID = {
  oauth2: {
    ...partner.oauth2,
    auth_url:
      "https://partner.internal.example.com:8443/authorize?tenant=login.partner.example.com",
    token_url: "https://gateway.example.com/token",
    cert_url: "https://partner.internal.example.com:8443/keys",
  },
};

let plain: TestAuth;
let service: TestAuth;

async function open(...options: Parameters<typeof testAuth>): Promise<TestAuth> {
  const opened = await testAuth(...options);
  const role = await roleWithScopes(opened, "admins", { "perm-admin": {} });
  await opened.createUser({ alias: ["root"], role_ids: [role] });
  await createAda(opened);
  await putSetting(opened, "session_providers", VALUE);
  return opened;
}

beforeAll(async () => {
  [plain, service] = await Promise.all([open(), open({ session_providers: OVERLAY })]);
});
afterAll(() => Promise.all([plain, service].map((each) => each[Symbol.asyncDispose]())));

const read = (path = "", user?: string, from = plain) =>
  from.json("GET", `${PATH}${path}`, undefined, user);
const version = async (from: TestAuth) =>
  (await from.json("GET", "/auth/v1/info")).body.payload.version;

describe("the merged list", () => {
  test("ungrouped plus all groups, with client secrets, no-store", async () => {
    const { status, body, headers } = await read();
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body.payload).toEqual({ company, partner, kiosk: { api_key: true } });
  });

  test("meta.version is the auth version and rises with a write", async () => {
    const before = (await read()).body.meta.version;
    expect(before).toBe(await version(plain));
    await putSetting(plain, "totp", {});
    expect((await read()).body.meta).toEqual({ version: before + 1 });
    expect((await read("/staff")).body.meta).toEqual({ version: before + 1 });
  });

  test("a change is served at once", async () => {
    const changed = { ...VALUE, providers: { company, partner: { ...partner, priority: 9 } } };
    await putSetting(plain, "session_providers", changed);
    expect((await read()).body.payload.partner.priority).toBe(9);
    expect((await read("/guests")).body.payload.partner.priority).toBe(9);
    await putSetting(plain, "session_providers", VALUE);
    expect((await read()).body.payload.partner.priority).toBeUndefined();
  });

  test("the settings route keeps its secrets", async () => {
    const { text } = await plain.json("GET", "/auth/v1/settings/session_providers");
    expect(text).not.toContain("the secret");
    expect(text).not.toContain("another secret");
  });
});

describe("groups", () => {
  test("own providers, and inherited ones with credentials and `hide` as the group says", async () => {
    const { status, body, headers } = await read("/staff");
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body.payload).toEqual({
      company: { ...company, hide: true },
      partner,
      kiosk: { api_key: true },
    });
    expect((await read("/guests")).body.payload).toEqual({ partner });
  });

  test.each(["other", "STAFF", "constructor", "__proto__", "toString", "staff%20"])(
    "N-6: 404 for the unknown group %s",
    async (group) => {
      const { status, body } = await read(`/${group}`);
      expect(status).toBe(404);
      expect(body).toMatchObject({ message: "session provider group not found" });
    },
  );

  test.each(["constructor", "__proto__"])(
    "N-6: a group or provider named %s cannot be stored",
    async (name) => {
      for (const member of ["providers", "groups"]) {
        const { status } = await plain.request("PUT", "/auth/v1/settings/session_providers", {
          headers: { "content-type": "application/json" },
          body: `{"value":{"${member}":{"${name}":{}}}}`,
        });
        expect(status).toBe(400);
      }
      expect((await read()).body.payload).toEqual({ company, partner, kiosk: { api_key: true } });
    },
  );
});

describe("static configuration of this instance", () => {
  test("replacements, then overrides, in the merged list and in all groups", async () => {
    expect((await read("", undefined, service)).body.payload).toEqual({
      company,
      partner: OVERLAID,
      kiosk: { api_key: true },
    });
    expect((await read("/guests", undefined, service)).body.payload).toEqual({ partner: OVERLAID });
    expect((await read("/staff", undefined, service)).body.payload).toMatchObject({
      partner: OVERLAID,
      kiosk: { api_key: true },
    });
  });

  test("the settings API keeps showing the shared stored values", async () => {
    const { body } = await service.json("GET", "/auth/v1/settings/session_providers");
    expect(body.payload.value.providers.partner.oauth2.token_url).toBe(partner.oauth2.token_url);
  });

  test("in-process access sees the same, and a session's own layer comes on top", async () => {
    const catalog = await service.auth.api.sessionProviders();
    expect(catalog.version).toBe(await service.auth.api.version());
    expect(Object.fromEntries(catalog.merged).partner).toEqual(OVERLAID);
    const session = parseOptions({
      session_providers: {
        host_replacements: {
          "login.partner.example.com": "never.example.com",
          "partner.internal.example.com:8443": "edge.example.com",
          "gateway.example.com": "edge.example.com",
        },
        overrides: { partner: { oauth2: { cert_url: "https://keys.example.com/" } } },
      },
    }).session_providers;
    const seen = overlayCatalog(catalog, session).groups.get("guests")?.get("partner")?.oauth2;
    expect(seen).toMatchObject({
      auth_url: "https://edge.example.com/authorize?tenant=login.partner.example.com",
      token_url: "https://edge.example.com/token",
      cert_url: "https://keys.example.com/",
      issuer: partner.oauth2.issuer,
    });
  });

  test("the replacement rewrites the host of base_url: issuer, discovery and token `iss`", async () => {
    await putSetting(service, "oauth2", { base_url: "https://id.example.org" });
    const issuer = "https://id.internal.example.org/auth/oauth2";
    const { body } = await service.request("GET", "/auth/oauth2/.well-known/openid-configuration");
    expect(body).toMatchObject({
      issuer,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/certs`,
    });
    expect(await service.auth.api.issuer("https://elsewhere.example.com")).toBe(issuer);
  });

  test("one reading is made once per version", async () => {
    const { api } = service.auth;
    const first = await api.sessionProviders();
    expect(await api.sessionProviders()).toBe(first);
    await putSetting(service, "totp", {});
    expect(await api.sessionProviders()).not.toBe(first);
  });
});

describe("who may read", () => {
  let closed: TestAuth;
  beforeEach(async () => {
    closed = await open();
    await putSetting(closed, "admin", { permission: "perm-admin", allow_missing_x_user: false });
  });
  afterEach(() => closed[Symbol.asyncDispose]());

  test.each(["", "/staff", "/other"])("admins alone: %s", async (path) => {
    expect((await read(path, undefined, closed)).status).toBe(401);
    const refused = await read(path, "ada", closed);
    expect(refused.status).toBe(403);
    expect(refused.text).not.toContain("secret");
    expect((await read(path, "root", closed)).status).toBe(path === "/other" ? 404 : 200);
  });

  test("C-3: an unreadable namespace is 503, never an empty set", async () => {
    const { store, snapshots } = await closed.auth.service;
    await store.db
      .update(settings)
      .set({ value_encrypted: "enc:v2:00000000:AAAA" })
      .where(eq(settings.namespace, "session_providers"));
    await snapshots.reload();
    for (const path of ["", "/staff"]) {
      const { status, body } = await read(path, "root", closed);
      expect([status, body.payload]).toEqual([503, undefined]);
    }
    await expect(closed.auth.api.sessionProviders()).rejects.toMatchObject({ code: "unavailable" });
  });
});
