/** The login of the sealed first run (decisions, section 3), and of installations sealed before it. */
import { eq, inArray } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import {
  byItself,
  completeFirstRun,
  events,
  type FirstRun,
  sealFirstRun,
  settings,
} from "../support/inside.ts";

const LOGIN = { login_path: "/login/" };

interface Sealed extends AsyncDisposable {
  readonly service: TestAuth;
  readonly first: FirstRun;
}

async function sealed(): Promise<Sealed> {
  const service = await testAuth();
  const first = await sealFirstRun(byItself(await service.auth.service), LOGIN);
  if (!first) throw new Error("the database was not empty");
  return { service, first, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

/** As the former version left it: the client, and neither provider nor sign-in address. */
async function formerly(): Promise<Sealed> {
  const opened = await sealed();
  const { store, snapshots } = await opened.service.auth.service;
  await store.db
    .delete(settings)
    .where(inArray(settings.namespace, ["session_providers", "authorize"]));
  await snapshots.reload();
  return opened;
}

const as = (service: TestAuth, method: string, path: string, body?: unknown) =>
  service.json(method, `/auth/v1/${path}`, body, "admin");
const providers = async (service: TestAuth) =>
  (await as(service, "GET", "session-providers")).body.payload;
const loginUrl = async (service: TestAuth) =>
  (await as(service, "GET", "settings/authorize")).body.payload?.value.login_url;
const complete = async (service: TestAuth, options = LOGIN) =>
  completeFirstRun(byItself(await service.auth.service), options);
const versionOf = async (service: TestAuth) => service.auth.api.version();

const provider = ({ login_client }: FirstRun) => ({
  name: "Password",
  auth_middleware: "auth",
  password_flow: true,
  api_key: true,
  passkey: true,
  x_user: ["preferred_username"],
  oauth2: {
    client_id: "login",
    client_secret: login_client.secret,
    scopes: ["openid", "profile", "email"],
  },
});

describe("the sealed first run", () => {
  test("stores the session provider of its login client, and where the login page is", async () => {
    await using opened = await sealed();
    const { service, first } = opened;
    expect(await providers(service)).toEqual({ postern: provider(first) });
    expect(await loginUrl(service)).toBe("/login/");
    const { text } = await as(service, "GET", "settings/session_providers");
    expect(text, "P-7").not.toContain(first.login_client.secret);
  });

  test("the provider's credentials sign the administrator in, and X-User finds the account", async () => {
    await using opened = await sealed();
    const { api } = opened.service.auth;
    const found = (await api.sessionProviders()).merged.get("postern");
    const { client_id = "", client_secret = "", scopes } = found?.oauth2 ?? {};
    const { access_token } = await api.token({
      grant_type: "password",
      client_id,
      client_secret,
      scope: scopes?.join(" "),
      username: opened.first.admin.alias,
      password: opened.first.admin.password,
    });
    const { claims, principal: alias } = await api.verify(access_token);
    expect(alias).toBe("admin");
    const [claim = ""] = found?.x_user ?? [];
    const principal = await api.principal(String(claims[claim]));
    expect(principal?.alias).toEqual(["admin"]);
  });

  test("anonymous browsers are sent to the login page", async () => {
    await using opened = await sealed();
    const { status, headers } = await opened.service.request("GET", "/auth/ui/");
    expect([status, headers.get("location")]).toEqual([
      302,
      "/login/?redirect_path=%2Fauth%2Fui%2F",
    ]);
  });

  test("of several first starts at once one seals", async () => {
    await using service = await testAuth();
    const opened = await service.auth.service;
    const starts = await Promise.all(
      Array.from({ length: 5 }, () => sealFirstRun(byItself(opened), LOGIN)),
    );
    const [first, ...others] = starts.filter((start) => start !== undefined);
    expect(others).toEqual([]);
    expect(await providers(service)).toEqual({ postern: provider(first as FirstRun) });
  });

  test("a path that is none seals nothing", async () => {
    await using service = await testAuth();
    const opened = await service.auth.service;
    for (const login_path of ["", "login", "//evil.example.com", "https://x.example.com/"]) {
      await expect(sealFirstRun(byItself(opened), { login_path })).rejects.toThrow("login page");
    }
    expect(opened.snapshots.current.principals.size).toBe(0);
  });
});

describe("an installation that was sealed by the former version", () => {
  test("gets the provider and the sign-in address on the next start, once, and it is logged", async () => {
    await using opened = await formerly();
    const { service, first } = opened;
    expect(await providers(service)).toEqual({});
    expect(await complete(service)).toBe(true);
    expect(await providers(service)).toEqual({ postern: provider(first) });
    expect(await loginUrl(service)).toBe("/login/");
    const logged = service.runtime.lines.filter(({ message }) => message.includes("browser"));
    expect(logged).toEqual([
      expect.objectContaining({ level: "info", fields: { login_url: "/login/", client: "login" } }),
    ]);
    expect(JSON.stringify(service.runtime.lines)).not.toContain(first.login_client.secret);

    const version = await versionOf(service);
    expect(await complete(service)).toBe(false);
    expect(await versionOf(service)).toBe(version);
  });

  test("of several starts at once one writes", async () => {
    await using opened = await formerly();
    const before = await versionOf(opened.service);
    const starts = await Promise.all(Array.from({ length: 5 }, () => complete(opened.service)));
    expect(starts.filter(Boolean)).toHaveLength(1);
    expect(await versionOf(opened.service)).toBe(before + 1);
  });

  test("a sign-in address that is set stays, and so does the rest of the namespace", async () => {
    await using opened = await formerly();
    const value = { login_url: "https://login.example.com/", flow_lifetime: "5m" };
    await as(opened.service, "PUT", "settings/authorize", { value });
    expect(await complete(opened.service)).toBe(true);
    const { body } = await as(opened.service, "GET", "settings/authorize");
    expect(body.payload.value).toEqual(value);

    await using other = await formerly();
    await as(other.service, "PUT", "settings/authorize", { value: { flow_lifetime: "5m" } });
    expect(await complete(other.service)).toBe(true);
    const added = await as(other.service, "GET", "settings/authorize");
    expect(added.body.payload.value).toEqual({ flow_lifetime: "5m", login_url: "/login/" });
  });

  test("nothing is touched when an administrator has stored a `session_providers` namespace", async () => {
    await using opened = await formerly();
    await as(opened.service, "PUT", "settings/session_providers", { value: {} });
    expect(await complete(opened.service)).toBe(false);
    expect(await providers(opened.service)).toEqual({});
    expect(await loginUrl(opened.service)).toBeUndefined();
  });

  test("and not when that namespace was deleted since", async () => {
    await using opened = await formerly();
    await as(opened.service, "PUT", "settings/session_providers", { value: {} });
    const { store, snapshots } = await opened.service.auth.service;
    await store.db.delete(settings).where(eq(settings.namespace, "session_providers"));
    await snapshots.reload();
    expect(await complete(opened.service)).toBe(false);
    expect(await providers(opened.service)).toEqual({});
  });

  test("nor after the provider that it got was deleted", async () => {
    await using opened = await formerly();
    expect(await complete(opened.service)).toBe(true);
    await as(opened.service, "DELETE", "settings/session_providers");
    expect(await complete(opened.service)).toBe(false);
    const { store } = await opened.service.auth.service;
    const written = await store.db
      .select({ actor: events.actor })
      .from(events)
      .where(eq(events.entity_id, "session_providers"));
    expect(written.map(({ actor }) => actor).sort()).toEqual(["admin", "system"]);
  });

  test.each([
    ["disabled", { enabled: false, config: {} }],
    ["without a secret", { config: { client_secret: null, public: true } }],
  ])("not with a login client that is %s", async (_, body) => {
    await using opened = await formerly();
    const { status, text } = await as(opened.service, "PUT", "oauth/clients/login", body);
    expect(status, text).toBe(200);
    expect(await complete(opened.service)).toBe(false);
    await as(opened.service, "DELETE", "oauth/clients/login");
    expect(await complete(opened.service)).toBe(false);
    expect(await providers(opened.service)).toEqual({});
  });

  test.each(["session_providers", "authorize"])(
    "C-3: not over a namespace that does not open: %s",
    async (namespace) => {
      await using opened = await formerly();
      const { store, snapshots } = await opened.service.auth.service;
      const broken = "enc:v2:00000000:AAAA";
      await store.db.insert(settings).values({ namespace, value_encrypted: broken });
      await snapshots.reload();
      expect(await complete(opened.service)).toBe(false);
      const [row] = await store.db.select().from(settings).where(eq(settings.namespace, namespace));
      expect(row?.value_encrypted).toBe(broken);
    },
  );

  test("an empty database is sealed, not completed", async () => {
    await using service = await testAuth();
    expect(await complete(service)).toBe(false);
  });
});
