/** The second factor (auth-service.md, TOTP; auth-wire 6.4; F-1 to F-3, T-9, T-10, W11, W12; RFC 6238). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SessionContext } from "../../src/session.ts";
import { type Answer, ORIGIN, type TestAuth, testAuth } from "../support/auth.ts";
import { totpSecrets } from "../support/inside.ts";
import { testRuntime } from "../support/runtime.ts";
import {
  ADA,
  claimsOf,
  createAda,
  putClient,
  putSetting,
  TOKEN,
  WEB,
  withSetting,
} from "../support/tokens.ts";
import { codeAt, enroll } from "../support/totp.ts";

const TOTP = "/auth/v1/totp";
const HERE = "198.51.100.7";
let service: TestAuth;
/** A user for each test: nothing of one is left for the next. */
let user = "";
let id = "";
let users = 0;

beforeAll(async () => {
  service = await testAuth({}, testRuntime({ now: Date.UTC(2030, 0, 1) }));
  await createAda(service);
  await service.createServiceAccount();
  await putClient(service, WEB.id, { client_secret: WEB.secret });
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  users += 1;
  user = `user${users}`;
  id = await createAda(service, { alias: [user] }, { email: `${user}@example.com`, name: user });
});

const own = (method: string, path = "", body?: unknown, as = user) =>
  service.json(method, `${TOTP}${path}`, body, as);

/** The password grant from one network. */
async function signIn(fields: Record<string, string> = {}, from = HERE) {
  const request = new Request(`${ORIGIN}${TOKEN}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      ...ADA,
      username: user,
      ...fields,
      client_id: WEB.id,
      client_secret: WEB.secret,
    }),
  });
  const connection = { remoteAddress: from };
  const response = await service.auth.fetch(request, undefined, { connection });
  const body = await response.json();
  return { status: response.status, headers: response.headers, body };
}
const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;

/** As a session tells the service who asks. */
async function inSession(session: SessionContext, method: string, path = "", body?: unknown) {
  const request = new Request(`${ORIGIN}${TOTP}${path}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await service.auth.fetch(request, undefined, { session });
  return { status: response.status, body: await response.json() } as Pick<
    Answer,
    "status" | "body"
  >;
}
const ago = (seconds: number) => Math.floor(service.runtime.clock.now() / 1_000) - seconds;

test("GET says where none can be set up", async () => {
  await withSetting(service, "totp", { disabled: true }, async () => {
    expect((await own("GET")).body.payload).toEqual({
      ...{ enabled: false, recovery_codes_left: 0 },
      disabled: true,
    });
  });
});

describe("setting it up", () => {
  test("register answers a secret, the address for an app and a QR code; nothing counts before it is confirmed", async () => {
    expect((await own("GET")).body.payload).toEqual({ enabled: false, recovery_codes_left: 0 });
    const { status, body } = await own("POST", "/register");
    const { secret, url, qr } = body.payload;
    expect(status).toBe(200);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(url).toBe(
      `otpauth://totp/Postern:${user}?secret=${secret}&issuer=Postern&algorithm=SHA1&digits=6&period=30`,
    );
    expect(qr).toMatch(/^<svg /);
    expect((await own("GET")).body.payload.enabled).toBe(false);
    expect(await statusOf(signIn())).toBe(200);
  });

  test("confirm answers eight recovery codes, once; from then on the password grant asks for a code", async () => {
    const { secret } = (await own("POST", "/register")).body.payload;
    const code = codeAt(secret, service.runtime.clock.now());
    const { status, body } = await own("POST", "/confirm", { code });
    expect([status, body.payload.message]).toEqual([200, "totp enabled"]);
    const codes: string[] = body.payload.recovery_codes;
    expect(new Set(codes).size).toBe(8);
    for (const each of codes) expect(each).toMatch(/^[a-z2-7]{8}-[a-z2-7]{8}$/);
    expect((await own("GET")).body.payload).toEqual({ enabled: true, recovery_codes_left: 8 });
    const profile = await service.json("GET", "/auth/v1/me", undefined, user);
    expect(profile.body.payload.totp_enabled).toBe(true);
    const refused = await signIn();
    expect([refused.status, refused.body]).toEqual([
      401,
      { error: "mfa_required", error_description: "totp code required" },
    ]);
    expect((await own("POST", "/confirm", { code })).status, "it waits no longer").toBe(404);
  });

  test.each([
    ["/confirm", { code: "000000" }, 404, "totp not registered"],
    ["/confirm", {}, 400, "cannot decode request"],
    ["/confirm", { code: 123_456 }, 400, "cannot decode request"],
    ["/recovery", undefined, 400, "totp is not enabled"],
  ])("auth-wire 6.4: POST %s %j without a factor: %i %s", async (path, body, status, message) => {
    const answer = await own("POST", path, body);
    expect([answer.status, answer.body.message]).toEqual([status, message]);
  });

  test("auth-wire 6.4: DELETE without a factor: 404 cannot delete totp", async () => {
    const answer = await own("DELETE");
    expect([answer.status, answer.body]).toMatchObject([404, { message: "cannot delete totp" }]);
  });

  test("a wrong code confirms nothing, and neither does one of another secret", async () => {
    const first = (await own("POST", "/register")).body.payload.secret;
    const second = (await own("POST", "/register")).body.payload.secret;
    const now = service.runtime.clock.now();
    for (const code of [codeAt(first, now), "abcdef", "", "1234567"]) {
      const answer = await own("POST", "/confirm", { code });
      expect([answer.status, answer.body.message], code).toEqual([400, "totp code invalid"]);
    }
    expect((await own("POST", "/confirm", { code: codeAt(second, now) })).status).toBe(200);
  });

  test("401 without a caller; a service account has none", async () => {
    expect(await statusOf(service.json("GET", TOTP, undefined, ""))).toBe(401);
    expect(await statusOf(own("POST", "/register", undefined, "robot"))).toBe(403);
  });

  test("`issuer` names the account in apps", async () => {
    await withSetting(service, "totp", { issuer: "Acme: Login" }, async () => {
      const { url } = (await own("POST", "/register")).body.payload;
      expect(url).toContain(`otpauth://totp/Acme%3A%20Login:${user}?`);
    });
  });
});

describe("signing in", () => {
  test("the code of the app; `otp` and `mfa` are in `amr` and `acr`, also after a refresh", async () => {
    const app = await enroll(service, user);
    const { status, body } = await signIn({ totp: app.fresh(), scope: "openid" });
    expect(status).toBe(200);
    const proven = { amr: ["pwd", "otp", "mfa"], acr: "mfa" };
    for (const token of [body.access_token, body.id_token, body.refresh_token]) {
      expect(claimsOf(token)).toMatchObject(proven);
    }
    const { refresh_token } = body;
    const again = await service.form(TOKEN, { grant_type: "refresh_token", refresh_token }, WEB);
    expect(claimsOf(again.body.access_token)).toMatchObject(proven);
    expect(body.recovery_codes_left).toBeUndefined();
  });

  test("blanks in a code are those of an app that shows it in two halves", async () => {
    const code = (await enroll(service, user)).fresh();
    expect(await statusOf(signIn({ totp: ` ${code.slice(0, 3)} ${code.slice(3)}` }))).toBe(200);
  });

  test("a wrong code: 401 invalid_grant totp code invalid, one text for every reason", async () => {
    const app = await enroll(service, user);
    const used = app.code();
    for (const totp of ["000000", used, "k3m5q7r2-a4b6c2d5", "x".repeat(10_000), "__proto__"]) {
      const { status, body } = await signIn({ totp }, `198.51.100.${totp.length % 200}`);
      expect([status, body], totp.slice(0, 20)).toEqual([
        401,
        { error: "invalid_grant", error_description: "totp code invalid" },
      ]);
    }
  });

  test("F-1: a wrong password hides whether a factor exists", async () => {
    const plain = await signIn({ password: "wrong" });
    const app = await enroll(service, user);
    for (const totp of [undefined, "000000", app.fresh()]) {
      const answer = await signIn({ password: "wrong", ...(totp && { totp }) });
      expect([answer.status, answer.body]).toEqual([plain.status, plain.body]);
    }
    expect(await statusOf(signIn({ totp: app.code() })), "the code was not used up").toBe(200);
  });

  test("F-1: a step is accepted once, of twenty at once too, and no earlier one after it", async () => {
    const app = await enroll(service, user);
    const totp = app.fresh();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => statusOf(signIn({ totp }, `203.0.113.${n}`))),
    );
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    service.runtime.advance(24 * 3_600_000);
    const next = app.code(1);
    expect(await statusOf(signIn({ totp: next }))).toBe(200);
    expect(await statusOf(signIn({ totp: app.code() })), "the step before").toBe(401);
  });

  test.each([
    [0, [0], [-1, 1]],
    [1, [-1, 0, 1], [-2, 2]],
    [3, [-3, 3], [-4, 4]],
  ])("`skew` %i accepts clocks that are that far off", async (skew, accepted, refused) => {
    await withSetting(service, "totp", { skew }, async () => {
      const app = await enroll(service, user);
      service.runtime.advance(3_600_000);
      for (const steps of refused) {
        expect(await statusOf(signIn({ totp: app.code(steps) })), `${steps}`).toBe(401);
      }
      for (const steps of accepted) {
        expect(await statusOf(signIn({ totp: app.code(steps) })), `${steps}`).toBe(200);
      }
    });
  });

  test("`totp.disabled` asks no one; status, confirm, recovery and removal keep working", async () => {
    await enroll(service, user);
    await withSetting(service, "totp", { disabled: true }, async () => {
      expect(await statusOf(signIn())).toBe(200);
      const answer = await own("POST", "/register");
      expect([answer.status, answer.body.message]).toEqual([403, "totp is disabled"]);
      expect((await own("GET")).body.payload.enabled).toBe(true);
      expect((await own("POST", "/recovery")).body.payload.recovery_codes).toHaveLength(8);
      expect((await own("DELETE")).body.payload.message).toBe("totp disabled");
    });
  });

  test("T-9: `totp.methods` lists the grants that ask for it", async () => {
    await enroll(service, user);
    await withSetting(service, "totp", { methods: ["email_code"] }, async () => {
      const { status, body } = await signIn();
      expect([status, claimsOf(body.access_token).amr]).toEqual([200, ["pwd"]]);
    });
    await withSetting(service, "totp", { methods: ["password"] }, async () => {
      expect(await statusOf(signIn())).toBe(401);
    });
  });
});

describe("recovery codes", () => {
  test("stand in for the code once each, and say how many are left", async () => {
    const { recoveryCodes } = await enroll(service, user);
    const [first = "", second = ""] = recoveryCodes;
    const signed = await signIn({ totp: first });
    expect([signed.status, signed.body.recovery_codes_left]).toEqual([200, 7]);
    expect(claimsOf(signed.body.access_token).amr).toEqual(["pwd", "otp", "mfa"]);
    expect(await statusOf(signIn({ totp: first }))).toBe(401);
    const typed = ` ${second.toUpperCase()} `;
    expect((await signIn({ totp: typed })).body.recovery_codes_left).toBe(6);
    expect((await own("GET")).body.payload.recovery_codes_left).toBe(6);
  });

  test("F-2: one of twenty parallel uses is accepted", async () => {
    const [totp = ""] = (await enroll(service, user)).recoveryCodes;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => statusOf(signIn({ totp }, `203.0.113.${n}`))),
    );
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
  });

  test("F-2: a new set kills the old one", async () => {
    const { recoveryCodes } = await enroll(service, user);
    const { body } = await own("POST", "/recovery");
    expect(body.payload.message).toBe("recovery codes regenerated");
    expect(await statusOf(signIn({ totp: recoveryCodes[0] ?? "" }))).toBe(401);
    expect(await statusOf(signIn({ totp: body.payload.recovery_codes[7] }))).toBe(200);
  });

  test("C-5, C-1: codes are stored as digests, secrets sealed; none of them is in a log line", async () => {
    const { secret, recoveryCodes } = await enroll(service, user);
    const { store } = await service.auth.service;
    const rows = JSON.stringify(await store.db.select().from(totpSecrets));
    const lines = JSON.stringify(service.runtime.lines);
    for (const hidden of [secret, ...recoveryCodes]) {
      expect(rows).not.toContain(hidden);
      expect(lines).not.toContain(hidden);
    }
    expect(rows).toMatch(/enc:v2:/);
  });
});

describe("F-2, W11: another secret in its place", () => {
  test("the old one stays in force until a code of the new one was confirmed", async () => {
    const old = await enroll(service, user);
    const { secret } = (await own("POST", "/register")).body.payload;
    expect(await statusOf(signIn({ totp: old.fresh() }))).toBe(200);
    const next = () => codeAt(secret, service.runtime.clock.now());
    expect(await statusOf(signIn({ totp: next() }))).toBe(401);
    service.runtime.advance(30_000);
    expect((await own("POST", "/confirm", { code: next() })).status).toBe(200);
    expect(await statusOf(signIn({ totp: old.fresh() }))).toBe(401);
    expect(await statusOf(signIn({ totp: old.recoveryCodes[0] ?? "" }))).toBe(401);
    expect(await statusOf(signIn({ totp: next() }))).toBe(200);
  });

  test("of two that are confirmed at once the last registered one is in force", async () => {
    const secrets = [
      (await own("POST", "/register")).body.payload.secret,
      (await own("POST", "/register")).body.payload.secret,
    ];
    const now = service.runtime.clock.now();
    const answers = await Promise.all(
      secrets.map((secret) => statusOf(own("POST", "/confirm", { code: codeAt(secret, now) }))),
    );
    expect(answers).toEqual([400, 200]);
  });
});

describe("T-10, F-3: what a session, a key and a token may do", () => {
  const STEPS = [
    ["POST", "/register", "set up a second factor"],
    ["POST", "/recovery", "make recovery codes"],
    ["DELETE", "", "remove the second factor"],
  ] as const;

  test.each(STEPS)(
    "a sign-in of more than ten minutes ago: %s %s is refused",
    async (method, path, purpose) => {
      await enroll(service, user);
      const session = (seconds: number) => ({ principal: user, auth_time: ago(seconds) });
      expect(await inSession(session(601), method, path)).toMatchObject({
        status: 403,
        body: { message: `sign in again to ${purpose}`, error: "reauthentication_required" },
      });
      expect((await inSession(session(599), method, path)).status).toBe(200);
    },
  );

  test.each(STEPS)("a current code stands in for it: %s %s", async (method, path) => {
    const app = await enroll(service, user);
    const old = { principal: user, auth_time: ago(7_200) };
    expect(await inSession(old, method, path, { code: "000000" })).toMatchObject({
      status: 400,
      body: { message: "totp code invalid" },
    });
    const code = app.fresh();
    expect((await inSession(old, method, path, { code })).status).toBe(200);
  });

  test("decision E-2: an API key of the user does nothing here, also with a current code", async () => {
    const created = await service.json("POST", "/auth/v1/api-key-principals", {
      ...{ user_id: id, name: "k" },
    });
    const key = { api_key_id: created.body.payload.id };
    const app = await enroll(service, user);
    for (const [method, path] of [["GET", ""], ...STEPS] as const) {
      const body = method === "GET" ? undefined : { code: app.fresh() };
      const answer = await inSession(key, method, path, body);
      expect([answer.status, answer.body.message], path).toEqual([
        ...[403, "an api key cannot do this for its owner"],
      ]);
    }
    expect((await service.json("GET", TOTP, undefined, user)).body.payload.enabled).toBe(true);
  });

  test("an ownerless key is refused", async () => {
    const permission = await service.json("POST", "/auth/v1/permissions", { name: `p${users}` });
    const created = await service.json("POST", "/auth/v1/api-key-principals", {
      ...{ name: "system", permission_ids: [permission.body.payload.id] },
    });
    const key = { api_key_id: created.body.payload.id };
    for (const [method, path] of [["GET", ""], ...STEPS] as const) {
      const { status, body } = await inSession(key, method, path);
      expect([status, body.message], path).toEqual([403, "api key has no owner"]);
    }
  });

  test("B-2: a page of another origin changes nothing", async () => {
    const headers = { "x-user": user, origin: "https://evil.example.com" };
    expect(await statusOf(service.request("POST", `${TOTP}/register`, { headers }))).toBe(403);
  });
});

describe("an administrator", () => {
  const path = () => `/auth/v1/users/${id}/totp`;

  test("sees whether a user has a factor, and takes it from who lost it, with an event", async () => {
    await enroll(service, user);
    const { body } = await service.json("GET", path());
    expect(body.payload).toEqual({ enabled: true, recovery_codes_left: 8 });
    const events: unknown[] = [];
    using _listener = service.auth.events.subscribe((event) => void events.push(event));
    const removed = await service.json("DELETE", path(), undefined, "ada");
    expect([removed.status, removed.body.payload]).toEqual([200, { message: "totp disabled" }]);
    expect(events).toContainEqual(
      expect.objectContaining({
        ...{ type: "record.written", topic: "totp", action: "delete", entity: id, actor: "ada" },
      }),
    );
    expect(await statusOf(signIn())).toBe(200);
    expect((await service.json("DELETE", path())).status, "there is none any more").toBe(404);
  });

  test("must have signed in within ten minutes, where that is known", async () => {
    await enroll(service, user);
    const ask = (auth_time: number) =>
      service.auth.fetch(new Request(`${ORIGIN}${path()}`, { method: "DELETE" }), undefined, {
        session: { principal: "ada", auth_time },
      });
    expect((await ask(ago(601))).status).toBe(403);
    expect((await ask(ago(30))).status).toBe(200);
  });

  test("unknown users, service accounts and other people's factors: 404, 404, 403", async () => {
    expect(await statusOf(service.json("GET", "/auth/v1/users/absent/totp"))).toBe(404);
    const robot = (await service.auth.api.principal("robot"))?.id ?? "";
    expect(await statusOf(service.json("DELETE", `/auth/v1/users/${robot}/totp`))).toBe(404);
    await enroll(service, user);
    await putSetting(service, "admin", { permission: "" });
    expect((await own("GET", "", undefined, "ada")).body.payload.enabled).toBe(false);
  });

  test("a deleted user takes the factor along, in the database and in memory", async () => {
    await enroll(service, user);
    const { store, snapshots } = await service.auth.service;
    expect(snapshots.current.second_factors.has(id)).toBe(true);
    await service.json("DELETE", `/auth/v1/users/${id}`);
    expect(snapshots.current.second_factors.has(id)).toBe(false);
    const rows = await store.db.select().from(totpSecrets);
    expect(rows.map(({ user_id }) => user_id)).not.toContain(id);
  });
});

describe("F-1, O2: guessing", () => {
  test("five wrong codes: 429 with Retry-After, also for the right one, and it ends by itself", async () => {
    const app = await enroll(service, user);
    for (let round = 0; round < 5; round++) {
      expect(await statusOf(signIn({ totp: "000000" }))).toBe(401);
    }
    const refused = await signIn({ totp: app.fresh() });
    expect([refused.status, refused.body.error]).toEqual([429, "temporarily_unavailable"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(60);
    expect(await statusOf(signIn()), "what is asked for is still told").toBe(401);
    service.runtime.advance(15 * 60_000);
    expect(await statusOf(signIn({ totp: app.fresh() }))).toBe(200);
  });

  test("of thirty wrong ones at once five are looked at", async () => {
    await enroll(service, user);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => statusOf(signIn({ totp: "000000" }))),
    );
    expect(answers.filter((status) => status === 401)).toHaveLength(5);
    expect(answers.filter((status) => status === 429)).toHaveLength(25);
  });

  test("recovery codes and confirmations are counted with them", async () => {
    await enroll(service, user);
    for (let round = 0; round < 3; round++) {
      expect(await statusOf(signIn({ totp: "aaaaaaaa-aaaaaaaa" }, "127.0.0.1"))).toBe(401);
    }
    await own("POST", "/register");
    for (let round = 0; round < 2; round++) {
      expect((await own("POST", "/confirm", { code: "000000" })).status).toBe(400);
    }
    expect((await own("POST", "/confirm", { code: "000000" })).status).toBe(429);
  });

  test("who knows the password alone makes no network known, and locks no one out of a known one", async () => {
    const app = await enroll(service, user);
    expect(await statusOf(signIn({ totp: app.fresh() }))).toBe(200);
    for (let round = 0; round < 25; round++) {
      const from = `203.0.113.${100 + round}`;
      expect(await statusOf(signIn({ totp: "000000" }, from))).toBe(401);
    }
    expect(await statusOf(signIn({ totp: "000000" }, "203.0.113.99")), "slowed").toBe(429);
    expect(await statusOf(signIn({ totp: app.fresh() }))).toBe(200);
  });
});

test("another user's code is no code, and neither is one of a disabled user", async () => {
  const app = await enroll(service, user);
  const other = await createAda(service, { alias: ["other"] }, { email: "other@example.com" });
  await enroll(service, "other");
  expect(await statusOf(signIn({ username: "other", totp: app.fresh() }))).toBe(401);
  await service.json("PATCH", `/auth/v1/users/${id}`, { is_active: false });
  expect(await statusOf(signIn({ totp: app.code() })), "as a wrong password").toBe(400);
  await service.json("DELETE", `/auth/v1/users/${other}`);
});
