/** Decision E-13: no write, button or route leaves an installation whose administrators cannot sign in; `postern recover` repairs all of it. */
import { describe, expect, test } from "vitest";
import {
  byItself,
  identities,
  mutate,
  passkeyCredentials,
  unlinkIdentity,
} from "../support/inside.ts";
import { type LoginSetup, loginSetup } from "../support/login-setup.ts";

const NO_WAY_IN = "no administrator could sign in";

type Step = readonly [method: string, path: string, body?: unknown];
type Make = (setup: LoginSetup) => Step | Promise<Step>;

const idOf = async ({ as }: LoginSetup): Promise<string> =>
  (await as("GET", "/users?alias=admin")).body.payload[0].id;
const clientOf = async ({ as }: LoginSetup) =>
  (await as("GET", "/oauth/clients/login")).body.payload.config;
const providersOf = async ({ as }: LoginSetup) =>
  (await as("GET", "/settings/session_providers")).body.payload.value;

/** A PUT of the client with other members. */
const client =
  (more: object, enabled = true): Make =>
  async (setup) => [
    "PUT",
    "/oauth/clients/login",
    { enabled, config: { ...(await clientOf(setup)), ...more } },
  ];

/** A PUT of the session providers with another record in the place of that of the page. */
const provider =
  (change: (record: Readonly<Record<string, unknown>> & { oauth2: object }) => object): Make =>
  async (setup) => {
    const { providers, ...rest } = await providersOf(setup);
    const value = { ...rest, providers: { ...providers, postern: change(providers.postern) } };
    return ["PUT", "/settings/session_providers", { value }];
  };

const user =
  (method: string, body?: object): Make =>
  async (setup) => [method, `/users/${await idOf(setup)}`, body];

/** By id of the case: what breaks the sign-in of the only administrator, by each way to write it. */
const BREAKS: Readonly<Record<string, Make>> = {
  "client: deleted": () => ["DELETE", "/oauth/clients/login"],
  "client: disabled": client({}, false),
  "client: another secret": client({ client_secret: "another secret of the client" }),
  "client: public": client({ public: true }),
  "client: other grants": client({ grant_types: ["authorization_code"] }),
  "client: scopes that the page asks for are not allowed": client({ allowed_scopes: ["x"] }),
  "client: a stronger sign-in": client({ require_acr: ["mfa"] }),
  "client: only for other roles": client({ allowed_role_ids: ["no-role"] }),
  "client: registered itself": client({ dynamic: true }),
  "client: by certificate": client({
    token_endpoint_auth_method: "tls_client_auth",
    tls_client_auth_subject_dn: "CN=login",
  }),
  "provider: none": () => ["PUT", "/settings/session_providers", { value: {} }],
  "provider: hidden": provider((record) => ({ ...record, hide: true })),
  "provider: no password flow": provider((record) => ({ ...record, password_flow: false })),
  "provider: another client": provider((record) => ({
    ...record,
    oauth2: { ...record.oauth2, client_id: "none" },
  })),
  "provider: another secret": provider((record) => ({
    ...record,
    oauth2: { ...record.oauth2, client_secret: "another secret of the record" },
  })),
  "provider: an instance that does not exist": provider((record) => ({
    ...record,
    auth_middleware: "aut",
  })),
  "provider: another service in its place": provider(({ auth_middleware: _, ...record }) => ({
    ...record,
    oauth2: { client_id: "x", client_secret: "y", token_url: "https://op.example.com/token" },
  })),
  "passwords: disabled": () => ["PUT", "/settings/password", { value: { disabled: true } }],
  "passwords: disabled for local users": () => [
    "PUT",
    "/settings/password",
    { value: { local_disabled: true } },
  ],
  "user: of a directory that is not there": async (setup) => {
    const { role_ids } = (await setup.as("GET", `/users/${await idOf(setup)}`)).body.payload;
    return ["PUT", `/users/${await idOf(setup)}`, { alias: ["admin"], role_ids, local: false }];
  },
};

/** These the rule of the last administrator refuses first (I-8). */
const UNMADE: Readonly<Record<string, Make>> = {
  "user: deleted": user("DELETE"),
  "user: disabled": user("PATCH", { is_active: false }),
  "user: without roles": user("PATCH", { role_ids: [] }),
  "permission: another one": () => [
    "PUT",
    "/settings/admin",
    { value: { permission: "absent", allow_missing_x_user: false } },
  ],
};

/** They still sign in: as people without rights, or by an address that the page does not show. */
const SIGNED_IN: readonly string[] = [
  "user: without roles",
  "permission: another one",
  "provider: hidden",
];

const withForce = ([method, path, body]: Step): Step => [method, `${path}?force=true`, body];

describe("decision E-13: 409, the consequence in words, and nothing has changed", () => {
  test.each(Object.keys(BREAKS))("%s", async (name) => {
    await using setup = await loginSetup();
    expect(await setup.signIn()).toBe(204);
    const make = BREAKS[name] as Make;
    const answer = await setup.as(...(await make(setup)));
    expect([answer.status, answer.body.message], answer.text).toEqual([409, NO_WAY_IN]);
    expect(answer.body.error).toMatch(/^(the login page would|no enabled person would)/);
    expect(answer.body.error).toContain("force=true");
    const [first, ...lines]: { id?: string; text: string }[] = answer.body.messages;
    expect(first?.id, "the consequence, for readers of other languages").toMatch(/^lockout\./);
    for (const { id, text } of lines) {
      expect(id, text).toMatch(/^sign_in\./);
      expect(answer.body.error).toContain(text);
    }
    expect(await setup.signIn()).toBe(204);
    const doctor = await setup.doctor();
    expect([doctor.sign_in, doctor.administrator_sign_in]).toEqual(["ok", "ok"]);
  });
});

describe("decision E-13: forced, the sign-in fails, the doctor says so, and `postern recover` brings it back", () => {
  test.each(Object.keys({ ...BREAKS, ...UNMADE }))("%s", async (name) => {
    await using setup = await loginSetup();
    const step = await ({ ...BREAKS, ...UNMADE }[name] as Make)(setup);
    const forced = await setup.as(...withForce(step));
    expect(forced.status, forced.text).toBe(200);
    expect(setup.service.runtime.lines.map(({ message }) => message)).toContain(
      "a write was forced that locks out",
    );
    const broken = await setup.doctor();
    // Who lost a right still signs in, and manages nothing; a service that is elsewhere is not known.
    const other = name.startsWith("provider: another service") ? "hint" : "danger";
    expect(broken.administrator_sign_in).toBe(other);
    if (!SIGNED_IN.includes(name)) expect(await setup.signIn()).toBeGreaterThan(399);
    const password = await setup.recover();
    expect(await setup.signIn("admin", password)).toBe(204);
    const doctor = await setup.doctor();
    expect([doctor.sign_in, doctor.administrator_sign_in]).toEqual(["ok", "ok"]);
  });
});

describe("decision E-13: *Back to the defaults* of what the first start made restores that", () => {
  test("the session provider, also a spoiled one, and the client with it", async () => {
    await using setup = await loginSetup();
    for (const step of [
      await (BREAKS["client: other grants"] as Make)(setup),
      await (BREAKS["provider: another secret"] as Make)(setup),
    ]) {
      expect((await setup.as(...withForce(step))).status).toBe(200);
    }
    expect(await setup.signIn()).toBe(401);
    expect((await setup.as("DELETE", "/settings/session_providers")).status).toBe(200);
    expect(await setup.signIn()).toBe(204);
    expect(Object.keys((await providersOf(setup)).providers)).toEqual(["postern"]);
  });

  test("an installation from before the stricter rules does not get them by it", async () => {
    await using setup = await loginSetup();
    const put = async (namespace: string, value: object) =>
      expect((await setup.as("PUT", `/settings/${namespace}`, { value })).status).toBe(200);
    const { login_url } = (await setup.as("GET", "/settings/authorize")).body.payload.value;
    await put("authorize", { login_url, flow_lifetime: "9m" });
    await put("token", { token_lifetime: "9m" });
    expect((await setup.as("DELETE", "/settings/authorize")).status).toBe(200);
    expect((await setup.as("DELETE", "/settings/token")).status).toBe(200);
    const { value } = (await setup.as("GET", "/settings/authorize")).body.payload;
    expect(value).toEqual({ login_url });
    expect((await setup.as("GET", "/settings/token")).status).toBe(404);
  });

  test("the address of the login page, the admin permission, and claims by scope", async () => {
    await using setup = await loginSetup();
    for (const namespace of ["authorize", "admin", "token"]) {
      const before = (await setup.as("GET", `/settings/${namespace}`)).body.payload.value;
      expect((await setup.as("DELETE", `/settings/${namespace}`)).status).toBe(200);
      const after = (await setup.as("GET", `/settings/${namespace}`)).body.payload.value;
      expect(after).toEqual(before);
    }
  });

  test("without its client there is nothing to restore: refused, or done with force", async () => {
    await using setup = await loginSetup();
    await setup.as("DELETE", "/oauth/clients/login?force=true");
    expect((await setup.as("DELETE", "/settings/session_providers")).status).toBe(200);
    expect((await setup.as("GET", "/settings/session_providers")).status).toBe(404);
  });
});

describe("decision E-13: what stays possible", () => {
  test("writes after which an administrator still signs in", async () => {
    await using setup = await loginSetup();
    const config = await clientOf(setup);
    const steps: Step[] = [
      // The password form needs no target.
      ["PUT", "/oauth/clients/login", { config: { ...config, redirect_uris: [] } }],
      ["PUT", "/oauth/clients/other", { config: { client_secret: "a secret of the other one" } }],
      ["DELETE", "/oauth/clients/other"],
      ["PUT", "/settings/passkey", { value: { disabled: true } }],
      ["PUT", "/settings/token", { value: {} }],
      await client({ client_name: "Sign-in" })(setup),
    ];
    for (const step of steps) {
      const answer = await setup.as(...step);
      expect(answer.status, answer.text).toBe(200);
    }
    expect(await setup.signIn()).toBe(204);
  });

  test("a second administrator who has a password may lose it, and the first one then not", async () => {
    await using setup = await loginSetup();
    const { role_ids } = (await setup.as("GET", `/users/${await idOf(setup)}`)).body.payload;
    const details = { name: "Grace", uid: "grace", password: "correct horse battery" };
    const made = await setup.as("POST", "/users", {
      ...{ alias: ["grace"], local: true, role_ids, details },
    });
    expect(made.status, made.text).toBe(200);
    expect((await setup.as(...(await user("PATCH", { is_active: false })(setup)))).status).toBe(
      200,
    );
    const off = { is_active: false };
    const asGrace = (body: object) =>
      setup.service.json("PATCH", `/auth/v1/users/${made.body.payload.id}`, body, "grace");
    expect((await asGrace(off)).status).toBe(409);
  });

  test("an installation that is broken is repaired step by step, in any order", async () => {
    await using setup = await loginSetup();
    const good = await clientOf(setup);
    for (const name of ["passwords: disabled", "client: other grants"]) {
      await setup.as(...withForce(await (BREAKS[name] as Make)(setup)));
    }
    for (const step of [
      ["PUT", "/settings/signup", { value: {} }],
      ["PUT", "/settings/password", { value: {} }],
      ["PUT", "/oauth/clients/login", { config: good }],
    ] as Step[]) {
      const answer = await setup.as(...step);
      expect(answer.status, answer.text).toBe(200);
    }
    expect(await setup.signIn()).toBe(204);
  });

  test("an installation that people reach by another front, without our login page", async () => {
    await using setup = await loginSetup();
    const elsewhere = {
      name: "Company",
      oauth2: { client_id: "x", token_url: "https://op.example.com/token" },
    };
    const value = { providers: { company: { ...elsewhere, password_flow: true } } };
    const path = "/settings/session_providers";
    const refused = await setup.as("PUT", path, { value });
    expect(refused.body.error).toContain("only to other services (company)");
    expect((await setup.as("PUT", `${path}?force=true`, { value })).status).toBe(200);
    // From now on it is no worse.
    expect((await setup.as("DELETE", "/oauth/clients/login")).status).toBe(200);
    expect((await setup.as("PUT", path, { value: {} })).status).toBe(409);
  });
});

describe("decision E-13: other proofs than a password", () => {
  /** The administrator has what is given, and passwords are off. */
  async function without(
    setup: LoginSetup,
    give: (write: Parameters<Parameters<typeof mutate>[2]>[0], id: string) => Promise<unknown>,
  ): Promise<string> {
    const id = await idOf(setup);
    const { ownStore: store } = await setup.service.auth.service;
    const change = { topic: "users", action: "link", entity: id, actor: "test" } as const;
    await mutate(store, change, async (open) => {
      await give(open, id);
      open.touch("users", id);
    });
    return id;
  }

  test("a passkey holds the sign-in, and is not removed", async () => {
    await using setup = await loginSetup();
    const off: Step = ["PUT", "/settings/password", { value: { disabled: true } }];
    expect((await setup.as(...off)).status).toBe(409);
    await without(setup, ({ tx }, user_id) =>
      tx.insert(passkeyCredentials).values({
        ...{ id: "key", user_id, name: "Key", rp_id: "localhost", credential: {} },
        public_key: new Uint8Array(1),
      }),
    );
    const answer = await setup.as(...off);
    expect(answer.status, answer.text).toBe(200);
    const removed = await setup.as("DELETE", "/passkey/credentials/key");
    expect([removed.status, removed.body.message], removed.text).toEqual([409, NO_WAY_IN]);
    expect((await setup.as("PUT", "/settings/passkey", { value: { disabled: true } })).status).toBe(
      409,
    );
    expect((await setup.as("DELETE", "/passkey/credentials/key?force=true")).status).toBe(200);
  });

  test("a linked sign-in elsewhere holds it while a button leads there", async () => {
    await using setup = await loginSetup();
    const config = {
      ...{ client_id: "postern", client_secret: "secret at the provider" },
      auth_url: "https://op.example.com/authorize",
      token_url: "https://op.example.com/token",
      userinfo_url: "https://op.example.com/userinfo",
    };
    expect((await setup.as("PUT", "/oauth/providers/corp", { config })).status).toBe(200);
    const { providers } = await providersOf(setup);
    const { postern } = providers;
    const corp = {
      ...{ name: "Corp", auth_middleware: "auth" },
      oauth2: {
        ...postern.oauth2,
        auth_url: "/auth/oauth2/auth/corp",
        client_secret: setup.first.login_client.secret,
      },
    };
    const uris = [
      ...(await clientOf(setup)).redirect_uris,
      "http://localhost/login/auth/code/corp",
    ];
    await setup.as(...(await client({ redirect_uris: uris })(setup)));
    const saved = await setup.as("PUT", "/settings/session_providers", {
      value: { providers: { postern, corp } },
    });
    expect(saved.status, saved.text).toBe(200);
    const off: Step = ["PUT", "/settings/password", { value: { disabled: true } }];
    expect((await setup.as(...off)).status).toBe(409);
    const key = { provider: "oauth:corp", issuer: "https://op.example.com", subject: "1" };
    const id = await without(setup, ({ tx }, user_id) =>
      tx.insert(identities).values({ ...key, user_id }),
    );
    expect((await setup.as(...off)).status).toBe(200);
    for (const step of [
      ["DELETE", "/oauth/providers/corp"],
      ["PUT", "/oauth/providers/corp", { enabled: false, config }],
      ["PUT", "/settings/session_providers", { value: { providers: { postern } } }],
      await client({ redirect_uris: ["http://localhost/login/auth/code/postern"] })(setup),
    ] as Step[]) {
      const answer = await setup.as(...step);
      expect([answer.status, answer.body.message], answer.text).toEqual([409, NO_WAY_IN]);
    }
    await expect(
      unlinkIdentity(byItself(await setup.service.auth.service), id, key, "test"),
    ).rejects.toMatchObject({ code: "conflict" });
  });
});
