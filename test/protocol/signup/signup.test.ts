/** Signing up (specification, States and Errors 6; auth-wire 5.16; E-1, E-3, E-5, E-6, E-7, K-1, L-D4). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testAuth } from "../../support/auth.ts";
import { canonicalAlias, events as eventRows, flowCodes } from "../../support/inside.ts";
import {
  codeIn,
  linkCodeIn,
  PAGE,
  PASSWORD,
  RESET,
  SIGNUP,
  type SignupSetup,
  signupSetup,
  VERIFY,
  visible,
} from "../../support/signup.ts";
import {
  claimsOf,
  putClient,
  putSetting,
  roleWithScopes,
  TOKEN,
  WEB,
} from "../../support/tokens.ts";

let setup: SignupSetup;
let role = "";
beforeAll(async () => {
  setup = await signupSetup(await testAuth());
  role = await roleWithScopes(setup.service, "members", { "read-forum": {} });
});
afterAll(() => setup[Symbol.asyncDispose]());
beforeEach(() => setup.settings());

const userNamed = async (alias: string) => setup.service.auth.api.principal(alias);
const events = async (actor: string) => {
  const { store } = await setup.service.auth.service;
  const rows = await store.db.select().from(eventRows);
  return rows.filter((row) => row.actor === actor);
};

describe("with verification", () => {
  test("the mailed code makes one local user: alias, name, roles, password; written by `signup`", async () => {
    await setup.settings({ default_role_ids: [role] });
    const asked = await setup.form(SIGNUP, {
      email: " New@Example.com ",
      password: PASSWORD,
      name: "Ada New",
    });
    expect([asked.status, asked.body]).toEqual([
      200,
      {
        payload: {
          message: "if this address can be used, a mail with a code is on its way",
          verification_required: true,
        },
      },
    ]);
    expect(await userNamed("new@example.com")).toBeUndefined();
    const { mail, to } = await setup.relay.next("new@example.com");
    expect(to).toEqual(["new@example.com"]);
    expect(mail.subject).toBe("Confirm your email address");
    expect(mail.text).not.toContain("http");
    const verified = await setup.open(VERIFY, { code: codeIn({ mail }) });
    expect([verified.status, verified.body.payload.message]).toEqual([
      200,
      "email verified, you can now sign in",
    ]);
    const user = await userNamed("new@example.com");
    expect(user).toMatchObject({
      alias: ["new@example.com"],
      local: true,
      is_active: true,
      details: { email: "new@example.com", name: "Ada New" },
      updated_by: "signup",
    });
    expect(user?.roles?.map(({ id }) => id)).toContain(role);
    expect(await setup.signsIn("new@example.com", PASSWORD)).toBe(true);
    expect(await setup.signsIn("new@example.com", "another password")).toBe(false);
    expect(await events("signup")).toContainEqual(
      expect.objectContaining({ topic: "users", action: "create", entity_id: user?.id }),
    );
  });

  test("without a name the address is the name", async () => {
    await setup.registered("unnamed@example.com");
    expect((await userNamed("unnamed@example.com"))?.details.name).toBe("unnamed@example.com");
  });

  test("K-1, L-D4: forms and JSON; `verify` without client credentials", async () => {
    const asked = await setup.json(SIGNUP, { email: "json@example.com", password: PASSWORD });
    expect(asked.status, asked.text).toBe(200);
    const code = await setup.codeFor("json@example.com");
    const { status } = await setup.service.json("POST", VERIFY, { code });
    expect(status).toBe(200);
    expect(await setup.signsIn("json@example.com", PASSWORD)).toBe(true);
    const other = await setup.service.request("POST", SIGNUP, {
      headers: { "content-type": "text/plain" },
      body: "x",
    });
    expect(other.status).toBe(415);
  });

  test("a link leads to a page of the client, with the code; other parameters stay", async () => {
    const email = "linked@example.com";
    const redirect_uri = `${PAGE}?flow=verify&lang=de`;
    await setup.form(SIGNUP, { email, password: PASSWORD, redirect_uri });
    const received = await setup.relay.next(email);
    expect(received.mail.text).toContain(`${redirect_uri}&code=${linkCodeIn(received)}`);
    const { status } = await setup.open(VERIFY, { code: linkCodeIn(received) });
    expect(status).toBe(200);
  });

  test("decision E-11: the short code is typed, the long one is in the link alone; either counts, once together", async () => {
    const email = "forms@example.com";
    await setup.form(SIGNUP, { email, password: PASSWORD, redirect_uri: PAGE });
    const received = await setup.relay.next(email);
    const { text = "", html = "" } = received.mail;
    const outside = `${text}${html}`.replace(/https?:[^\s"<]+/g, "");
    expect(outside).not.toMatch(/[0-9a-f]{48}/);
    const typed = codeIn(received);
    const spelled = ` ${typed.toLowerCase().replace("-", " ")} `;
    expect((await setup.open(VERIFY, { code: spelled })).status).toBe(200);
    for (const code of [typed, linkCodeIn(received)]) {
      expect((await setup.open(VERIFY, { code })).status).toBe(401);
    }
  });

  test.each([
    "https://evil.example.net/",
    "https://app.example.com.evil.example.net/login/",
    "https://app.example.com/other",
    `${PAGE}../x`,
    "javascript:alert(1)",
    `${PAGE}?code=mine`,
  ])("E-4: no link to %s, and the code all the same", async (redirect_uri) => {
    const email = `link${Math.random().toString(36).slice(2)}@example.com`;
    const { status } = await setup.form(SIGNUP, { email, password: PASSWORD, redirect_uri });
    expect(status).toBe(200);
    const received = await setup.relay.next(email);
    expect(codeIn(received)).not.toBe("");
    expect(`${received.mail.text}${received.mail.html}`).not.toMatch(/https?:\/\//);
  });

  test.each([0, 1, 2])(
    "A8, decision E-12: each code confirms its own request, whatever was asked before or after it (%i of 3)",
    async (chosen) => {
      const email = `own${chosen}@example.com`;
      const people = ["first", "second", "third"].map((name) => ({
        name,
        password: `the ${name} password`,
      }));
      const codes: string[] = [];
      for (const { name, password } of people) {
        await setup.form(SIGNUP, { email, name, password });
        codes.push(await setup.codeFor(email));
      }
      expect((await setup.open(VERIFY, { code: codes[chosen] ?? "" })).status).toBe(200);
      expect((await userNamed(email))?.details.name).toBe(people[chosen]?.name);
      for (const [at, { password }] of people.entries()) {
        expect(await setup.signsIn(email, password), password).toBe(at === chosen);
      }
      for (const code of codes) {
        const { status, body } = await setup.open(VERIFY, { code });
        expect([status, body]).toEqual([401, { message: "code not found or expired" }]);
      }
    },
  );

  test("A8: the other codes stay ended when the account is gone again", async () => {
    const email = "gone@example.com";
    const codes: string[] = [];
    for (const password of ["of the owner", "of a stranger"]) {
      await setup.form(SIGNUP, { email, password });
      codes.push(await setup.codeFor(email));
    }
    const [own = "", strange = ""] = codes;
    expect((await setup.open(VERIFY, { code: own })).status).toBe(200);
    const { id } = (await userNamed(email)) as { id: string };
    expect((await setup.service.json("DELETE", `/auth/v1/users/${id}`)).status).toBe(200);
    expect((await setup.open(VERIFY, { code: strange })).status).toBe(401);
  });

  test("A8, P-4: of parallel calls with several codes one makes the account", async () => {
    const email = "parallel@example.com";
    const codes: string[] = [];
    for (const password of [PASSWORD, "another password"]) {
      await setup.form(SIGNUP, { email, password });
      codes.push(await setup.codeFor(email));
    }
    const answers = await Promise.all(
      [...codes, ...codes].map((code) => setup.open(VERIFY, { code })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });

  test("B16: five wrong tries for all codes of an address together; the next mail begins anew", async () => {
    const email = "tries@example.com";
    const ask = async () => {
      await setup.form(SIGNUP, { email, password: PASSWORD });
      return setup.codeFor(email);
    };
    const wrongOf = (code: string) => code.slice(0, 6) + (code.endsWith("B") ? "CCCCC" : "BBBBB");
    const [first, second] = [await ask(), await ask()];
    for (const code of [first, second, first, second, first]) {
      expect((await setup.open(VERIFY, { code: wrongOf(code) })).status).toBe(401);
    }
    for (const code of [first, second]) {
      expect((await setup.open(VERIFY, { code })).status).toBe(401);
    }
    expect((await setup.open(VERIFY, { code: await ask() })).status).toBe(200);
  });

  test("A8: as many wait for one address as may; a further request sends no mail and ends none", async () => {
    const email = "crowd@example.com";
    const codes: string[] = [];
    for (let asked = 0; asked < 20; asked++) {
      await setup.form(SIGNUP, { email, password: PASSWORD });
      codes.push(await setup.codeFor(email));
    }
    expect((await setup.form(SIGNUP, { email, password: "one too many" })).status).toBe(200);
    const marker = "marker@example.com";
    await setup.form(SIGNUP, { email: marker, password: PASSWORD });
    await setup.relay.next(marker);
    const sent = setup.relay.mails.filter(({ to }) => to.includes(email));
    expect(sent).toHaveLength(20);
    expect((await setup.open(VERIFY, { code: codes[0] ?? "" })).status).toBe(200);
  });

  test("the code ends with `code_lifetime`", async () => {
    await setup.settings({ code_lifetime: "10m" });
    const email = "late@example.com";
    await setup.form(SIGNUP, { email, password: PASSWORD });
    const received = await setup.relay.next(email);
    expect(received.mail.text).toContain("within 10 minutes");
    const code = codeIn(received);
    // Expiry is by the clock of the database, so the row is made older.
    const { store } = await setup.service.auth.service;
    await store.db.update(flowCodes).set({ expires_at: new Date(0) });
    expect((await setup.open(VERIFY, { code })).status).toBe(401);
  });

  test("409 when the address was taken meanwhile; the account that has it stays as it is", async () => {
    const email = "race@example.com";
    await setup.form(SIGNUP, { email, password: PASSWORD });
    const code = await setup.codeFor(email);
    await setup.service.createUser({ alias: [email], details: { password: "of the owner" } });
    const { status, body } = await setup.open(VERIFY, { code });
    expect([status, body.message]).toEqual([409, "account already exists"]);
    expect(await setup.signsIn(email, "of the owner")).toBe(true);
    expect(await setup.signsIn(email, PASSWORD)).toBe(false);
  });

  test("own templates, with every value", async () => {
    await setup.settings({
      verify_subject: "Hello {{ .Name }}",
      verify_body_template:
        "{{ .Code }}|{{ .Email }}|{{ .ExpiresIn }}|{{ .ClientID }}|{{ .MagicLink }}|{{ .UserID }}",
    });
    const email = "template@example.com";
    await setup.form(SIGNUP, { email, password: PASSWORD, name: "Grace" });
    const { mail } = await setup.relay.next(email);
    expect(mail.subject).toBe("Hello Grace");
    expect(mail.text?.trim()).toMatch(
      /^[B-Z]{5}-[B-Z]{5}\|template@example\.com\|1h0m0s\|web-app\|\|$/,
    );
  });
});

describe("E-6: known and unknown addresses", () => {
  beforeAll(async () => {
    const { service } = setup;
    await service.createUser({ alias: ["known@example.com"], details: { password: PASSWORD } });
    await service.createUser({ alias: ["off@example.com"], details: {}, is_active: false });
    await service.createUser({ alias: ["far@example.com"], details: {}, local: false });
    await service.createServiceAccount({ alias: ["robot@example.com"], details: { secret: "s" } });
    await putClient(service, "client@example.com", { client_secret: "s" });
  });

  test.each(["known", "off", "far", "robot", "client"])(
    "same status, body and headers as a new one: %s@example.com; nothing of it changes",
    async (name) => {
      const email = `${name}@example.com`;
      const before = JSON.stringify(await userNamed(email));
      const unknown = await setup.form(SIGNUP, {
        email: `un${name}@example.com`,
        password: PASSWORD,
      });
      const known = await setup.form(SIGNUP, { email, password: "another password" });
      expect(visible(known)).toEqual(visible(unknown));
      await setup.relay.next(`un${name}@example.com`);
      expect(JSON.stringify(await userNamed(email))).toBe(before);
      expect(await setup.signsIn(email, "another password")).toBe(false);
    },
  );

  test("the owner of the account is told, without a code; other holders are not", async () => {
    await setup.form(SIGNUP, { email: "KNOWN@example.com", password: PASSWORD });
    const received = await setup.relay.next("known@example.com");
    expect(received.mail.subject).toBe("You already have an account");
    expect(codeIn(received)).toBe("");
    const told = setup.relay.mails.flatMap(({ to }) => to);
    for (const name of ["off", "robot", "client"])
      expect(told).not.toContain(`${name}@example.com`);
  });
});

describe("without verification", () => {
  beforeEach(() => setup.settings({ email_verification: false }));

  test("the account exists at once; 409 for one that is taken, in any spelling", async () => {
    const asked = await setup.form(SIGNUP, { email: "direct@example.com", password: PASSWORD });
    expect([asked.status, asked.body]).toEqual([
      200,
      { payload: { message: "account created", verification_required: false } },
    ]);
    expect(await setup.signsIn("direct@example.com", PASSWORD)).toBe(true);
    for (const email of ["direct@example.com", "DIRECT@Example.com"]) {
      const again = await setup.form(SIGNUP, { email, password: "another password" });
      expect([again.status, again.body.message]).toEqual([409, "account already exists"]);
    }
    expect(await setup.signsIn("direct@example.com", "another password")).toBe(false);
  });

  test("E-7: of parallel signups one account comes", async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        setup.form(SIGNUP, { email: "many@example.com", password: `password number ${n}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  test("no relay is needed", async () => {
    const email = { ...(await setup.service.json("GET", "/auth/v1/settings/email")).body.payload };
    await putSetting(setup.service, "email", {});
    const { status } = await setup.form(SIGNUP, {
      email: "nomail@example.com",
      password: PASSWORD,
    });
    expect(status).toBe(200);
    await putSetting(setup.service, "email", email.value);
  });
});

describe("refusals", () => {
  test("403 while it is disabled, 503 without a relay, before anything is looked up", async () => {
    await setup.settings({ enabled: false });
    for (const path of [SIGNUP, VERIFY]) {
      const { status, body } = await setup.form(path, { email: "a@example.com" });
      expect([status, body.message]).toEqual([403, "signup is disabled"]);
    }
    await setup.settings();
    const { body } = await setup.service.json("GET", "/auth/v1/settings/email");
    await putSetting(setup.service, "email", { smtp: {} });
    for (const [path, email] of [
      [SIGNUP, "known@example.com"],
      [SIGNUP, "absent@example.com"],
      [RESET, "known@example.com"],
      [RESET, "absent@example.com"],
    ] as const) {
      const answer = await setup.form(path, { email, password: PASSWORD });
      expect([answer.status, answer.body.message]).toEqual([
        503,
        "email delivery is not configured",
      ]);
    }
    await putSetting(setup.service, "email", body.payload.value);
  });

  test.each<[string, Record<string, string>, string]>([
    ["no address", { email: "" }, "a valid email is required"],
    ["no @", { email: "ada" }, "a valid email is required"],
    ["two addresses", { email: "a@example.com, b@example.com" }, "a valid email is required"],
    ["a line end", { email: "a@example.com\r\nBcc: b@example.com" }, "a valid email is required"],
    ["a display name", { email: "Ada <a@example.com>" }, "a valid email is required"],
    ["a prefix of keys", { email: "api-key:x@example.com" }, "a valid email is required"],
    ["letters that look alike", { email: "ａda@example.com" }, "a valid email is required"],
    [
      "10,000 characters",
      { email: `${"a".repeat(10_000)}@example.com` },
      "a valid email is required",
    ],
    ["short", { password: "short" }, "password must be at least 8 characters"],
    ["none", { password: "" }, "password must be at least 8 characters"],
    ["E-1: 73 bytes", { password: "ä".repeat(37) }, "password must be at most 72 bytes"],
    ["E-1: NUL", { password: `eight ch\0rs` }, "password must not contain NUL"],
    ["a long name", { name: "n".repeat(10_000) }, "name must be at most 100 characters"],
    [
      "E-5: a name of two lines",
      { name: "A\r\nBcc: x" },
      "name must not contain control characters",
    ],
    ["a turned name", { name: "A\u202eb" }, "name must not contain control characters"],
  ])("400: %s", async (_, fields, message) => {
    const { status, body } = await setup.form(SIGNUP, {
      email: "field@example.com",
      password: PASSWORD,
      ...fields,
    });
    expect([status, body.message]).toEqual([400, message]);
    expect(await userNamed("field@example.com")).toBeUndefined();
  });

  test("the shortest password is a setting", async () => {
    await setup.settings({ password_min_length: 12 });
    const { body } = await setup.form(SIGNUP, { email: "m@example.com", password: "eleven char" });
    expect(body.message).toBe("password must be at least 12 characters");
  });

  test("401 for a client that is not valid: wrong secret, unknown, one that registered itself", async () => {
    await putClient(setup.service, "dynamic", { client_secret: "s", dynamic: true });
    for (const client of [
      { id: WEB.id, secret: "wrong" },
      { id: "absent", secret: "s" },
      { id: "dynamic", secret: "s" },
    ]) {
      for (const path of [SIGNUP, RESET]) {
        const fields = { email: "c@example.com", password: PASSWORD };
        const { status, body } = await setup.service.form(path, fields, client);
        expect([path, status, body.message]).toEqual([path, 401, "client not valid"]);
      }
    }
  });

  test("verify: 400 without a code, 401 for every other; a code of a reset is none here (K-6)", async () => {
    expect((await setup.open(VERIFY, {})).body).toEqual({ message: "code is required" });
    await setup.service.createUser({
      alias: ["kind@example.com"],
      details: { password: PASSWORD },
    });
    await setup.form(RESET, { email: "kind@example.com" });
    const reset = await setup.codeFor("kind@example.com");
    for (const code of [reset, "0".repeat(48), "x", "'; drop table", "9".repeat(9_000)]) {
      const { status, body } = await setup.open(VERIFY, { code });
      expect([status, body]).toEqual([401, { message: "code not found or expired" }]);
    }
  });
});

describe("limits", () => {
  test("requests are counted per address and per network, known or not; 429 with Retry-After", async () => {
    await setup.settings({ attempts: { per_account: 3, per_network: 100, window: "15m" } });
    for (const email of ["limit@example.com", "known@example.com"]) {
      const ask = () => setup.form(SIGNUP, { email, password: PASSWORD });
      for (let round = 0; round < 3; round++) expect((await ask()).status).toBe(200);
      const refused = await ask();
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    }
  });

  test("E-2: wrong codes are counted per network", async () => {
    const { body } = await setup.service.json("GET", "/auth/v1/settings/email");
    const attempts = { per_account: 3, per_network: 5, window: "15m", unlimited: false };
    await putSetting(setup.service, "email", { ...body.payload.value, attempts });
    const guess = () => setup.open(VERIFY, { code: "0".repeat(48) });
    const statuses: number[] = [];
    for (let round = 0; round < 7; round++) statuses.push((await guess()).status);
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
    await putSetting(setup.service, "email", body.payload.value);
  });
});

describe("attack: can what I choose for myself become someone else's?", () => {
  test("my address is my only alias, compared canonically with every other (A-4, E-7)", async () => {
    await setup.settings({ email_verification: false });
    await setup.service.createUser({ alias: ["Straße@example.com"], details: {} });
    await setup.service.createUser({ alias: ["ﬁn@example.com"], details: {} });
    for (const email of ["strasse@example.com", "fin@example.com"]) {
      const { status } = await setup.form(SIGNUP, { email, password: PASSWORD });
      expect(status, canonicalAlias(email)).toBe(409);
    }
  });

  test("my name is only a name: X-User, preferred_username and sub are mine (I-3)", async () => {
    await setup.settings({ email_verification: false });
    const ada = await setup.service.createUser({ alias: ["ada"], details: { name: "Ada" } });
    for (const [at, name] of ["ada", "api-key:01J0", ada, "admin"].entries()) {
      const email = `mallory${at}@example.com`;
      expect((await setup.form(SIGNUP, { email, password: PASSWORD, name })).status).toBe(200);
      const form = { grant_type: "password", username: email, password: PASSWORD };
      const { body } = await setup.service.form(TOKEN, form, WEB);
      const claims = claimsOf(body.access_token);
      expect(claims).toMatchObject({ preferred_username: email, email, name });
      expect(claims.sub).not.toBe(ada);
      const check = await setup.service.json("GET", "/auth/v1/me", undefined, name);
      expect(check.body?.payload?.alias ?? []).not.toContain(email);
    }
  });

  test("nothing else of the body counts: no roles, aliases, state or hash of my own (P-6, W16)", async () => {
    await setup.settings({ email_verification: false });
    const hash = "$2b$04$CwTycUXWue0Thq9StjUM0uJ8P0yoO2rM6iS7mZrbRFRLcZdsnWjbW";
    const taken = await setup.json(SIGNUP, { email: "more@example.com", password: hash });
    expect(taken.status, "B1").toBe(400);
    const { status } = await setup.json(SIGNUP, {
      ...{ email: "more@example.com", password: PASSWORD, password_hash: hash },
      ...{ alias: "ada", role_ids: role, roles: role, local: "false", service_account: "true" },
      ...{ details: "x", id: "ada", is_active: "true", user_id: "ada" },
    });
    expect(status).toBe(200);
    const user = await userNamed("more@example.com");
    expect(user).toMatchObject({ alias: ["more@example.com"], local: true });
    expect(user?.roles ?? []).toEqual([]);
    expect(await setup.signsIn("more@example.com", hash)).toBe(false);
    expect(await setup.signsIn("more@example.com", PASSWORD)).toBe(true);
  });

  test("C-5, C-6: no code and no password is stored in the clear or logged", async () => {
    const email = "quiet@example.com";
    const password = "never to be seen anywhere";
    await setup.form(SIGNUP, { email, password });
    const code = await setup.codeFor(email);
    const { store } = await setup.service.auth.service;
    const stored = JSON.stringify(await store.db.select().from(flowCodes));
    const logged = JSON.stringify(setup.service.runtime.lines);
    for (const secret of [code, password]) {
      expect(stored).not.toContain(secret);
      expect(logged).not.toContain(secret);
    }
    expect(logged).not.toContain(email);
  });
});
