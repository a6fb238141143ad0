/** How long people stay signed in, without use too, and how often at once (settings `sign_ins`; B-2, K-8, K-11). */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { locationIn } from "../../support/gateway.ts";
import { endOverdueSignIns, measuredSignIns } from "../../support/inside.ts";
import { patient } from "../../support/patience.ts";
import type { Jar } from "../../support/session.ts";
import { type SignOutSetup, signOutSetup } from "../../support/sign-out.ts";
import { ADA, claimsOf, putClient, putSetting, ROBOT, TOKEN, WEB } from "../../support/tokens.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let setup: SignOutSetup;
beforeAll(async () => {
  setup = await signOutSetup();
  const { service } = setup.gateway;
  await putSetting(service, "oauth2", { internal_hosts: ["docs.example.com"] });
  await setup.application("shop");
  await putClient(service, WEB.id, { client_secret: WEB.secret });
  await service.createServiceAccount();
});
afterAll(() => setup[Symbol.asyncDispose]());

const service = () => setup.gateway.service;
const rule = (value: Record<string, unknown>) => putSetting(service(), "sign_ins", value);
const pass = (milliseconds: number) => setup.gateway.runtime.advance(milliseconds);
const sweep = async () => endOverdueSignIns(await service().auth.service);
const rows = async () => {
  const { store } = await service().auth.service;
  return store.db.select().from(measuredSignIns);
};

afterEach(async () => {
  await service().json("DELETE", "/auth/v1/settings/sign_ins");
  const [{ id }] = (await service().json("GET", "/auth/v1/users?alias=ada")).body.payload;
  await service().json("DELETE", `/auth/v1/users/${id}/sign-ins`);
});

const isIn = async (jar: Jar) => (await jar.get("/app")).status === 200;
/** The application is told of this very sign-in; what other tests ended may arrive meanwhile. */
const told = async (id_token: string) => {
  const { sub, sid } = claimsOf(id_token);
  const said = () => setup.told.filter(({ claims }) => claims.sid === sid);
  await expect.poll(() => said().length, { timeout: patient(10_000) }).toBe(1);
  expect(said()[0]?.claims.sub).toBe(sub);
};
const password = async (more: Record<string, string> = {}) => {
  const answer = await service().form(TOKEN, { ...ADA, ...more }, WEB);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const refresh = (refresh_token: string, client = WEB) =>
  service().form(TOKEN, { grant_type: "refresh_token", refresh_token }, client);
const introspected = async (token: string, client = WEB) =>
  (await service().form("/auth/oauth2/introspect", { token }, client)).body.active;

describe("a sign-in that is not used ends", () => {
  beforeEach(() => rule({ idle: "30m" }));

  /** A use of the sign-in of a browser in which the application `shop` is open. */
  const uses: Readonly<Record<string, (jar: Jar, refresh_token: string) => Promise<number>>> = {
    "a page behind the session": async (jar) => (await jar.get("/app")).status,
    "a refresh by an application": (_, token) => setup.refresh("shop", token),
    "an application that is opened": async (jar) => {
      await setup.open(jar, "shop");
      return 200;
    },
    "a page of the account": async (jar) => (await jar.open("/auth/ui/account")).status,
    "the API, with the cookie": async (jar) => (await jar.get("/auth/v1/me")).status,
  };
  test.each(Object.entries(uses))("%s is a use", async (_name, use) => {
    const jar = await setup.gateway.signedIn({ remember_me: true });
    const { refresh_token } = await setup.open(jar, "shop");
    for (let round = 0; round < 3; round += 1) {
      pass(20 * MINUTE);
      expect(await use(jar, refresh_token)).toBe(200);
    }
    expect(await isIn(jar)).toBe(true);
  });

  test.each(Object.keys(uses))("%s does not bring it back", async (name) => {
    const jar = await setup.gateway.signedIn({ remember_me: true });
    const { refresh_token, id_token } = await setup.open(jar, "shop");
    pass(31 * MINUTE);
    if (name === "an application that is opened") {
      const page = await jar.open("/auth/oauth2/authorize?client_id=shop&response_type=code");
      expect(locationIn(page)).not.toContain("code=");
    } else {
      expect(await uses[name]?.(jar, refresh_token)).not.toBe(200);
    }
    expect(await isIn(jar)).toBe(false);
    expect(await setup.refresh("shop", refresh_token)).toBe(400);
    await told(id_token);
  });

  test("tokens without a browser: the refresh is refused, the access token is not active", async () => {
    await putSetting(service(), "token", { token_lifetime: "20m" });
    await rule({ idle: "21m" });
    const { access_token, refresh_token } = await password();
    expect(await introspected(access_token)).toBe(true);
    pass(19 * MINUTE);
    expect(await introspected(access_token)).toBe(true);
    // Being asked about was no use.
    pass(2 * MINUTE);
    expect(await introspected(refresh_token)).toBe(false);
    const { status, body } = await refresh(refresh_token);
    expect([status, body.error]).toEqual([400, "invalid_grant"]);
    await service().json("DELETE", "/auth/v1/settings/token");
  });

  test("applications are told though nothing is asked any more", async () => {
    const jar = await setup.gateway.signedIn();
    const { id_token } = await setup.open(jar, "shop");
    pass(29 * MINUTE);
    await sweep();
    expect(await rows()).toHaveLength(1);
    pass(2 * MINUTE);
    await sweep();
    await told(id_token);
    expect(await rows()).toEqual([]);
    expect(await isIn(jar)).toBe(false);
  });

  test("it is gone for good, also when the rule is withdrawn", async () => {
    const jar = await setup.gateway.signedIn({ remember_me: true });
    pass(31 * MINUTE);
    expect(await isIn(jar)).toBe(false);
    await service().json("DELETE", "/auth/v1/settings/sign_ins");
    expect(await isIn(jar)).toBe(false);
  });

  test("an application that refreshes in time is in use, however short the rule is", async () => {
    await rule({ idle: "5m" });
    const jar = await setup.gateway.signedIn({ remember_me: true });
    const { refresh_token } = await setup.open(jar, "shop");
    for (let round = 0; round < 3; round += 1) {
      pass(15 * MINUTE);
      expect(await setup.refresh("shop", refresh_token)).toBe(200);
    }
    pass(17 * MINUTE);
    expect(await setup.refresh("shop", refresh_token)).toBe(400);
  });

  test("a use is written once a minute", async () => {
    const jar = await setup.gateway.signedIn();
    const used = async () => (await rows())[0]?.used_at.getTime() ?? 0;
    const first = await used();
    for (let second = 0; second < 5; second += 1) {
      pass(10_000);
      expect(await isIn(jar)).toBe(true);
    }
    expect(await used()).toBe(first);
    pass(10_000);
    expect(await isIn(jar)).toBe(true);
    await expect.poll(used, { timeout: patient(10_000) }).toBeGreaterThanOrEqual(first + MINUTE);
  });

  test("one from before the rule is measured from its next refresh", async () => {
    await service().json("DELETE", "/auth/v1/settings/sign_ins");
    const { refresh_token } = await password({ remember_me: "true" });
    pass(2 * HOUR);
    await rule({ idle: "30m" });
    const { status, body } = await refresh(refresh_token);
    expect(status).toBe(200);
    pass(31 * MINUTE);
    expect((await refresh(body.refresh_token)).status).toBe(400);
  });

  test("the time without a rule counts for nothing when it comes back", async () => {
    const { refresh_token } = await password({ remember_me: "true" });
    await service().json("DELETE", "/auth/v1/settings/sign_ins");
    pass(2 * HOUR);
    await rule({ idle: "30m" });
    expect((await refresh(refresh_token)).status).toBe(200);
  });
});

describe("a sign-in ends so long after it began", () => {
  beforeEach(() => rule({ lifetime: "2h" }));

  test("however often it is used: in the browser, at its applications, and they are told", async () => {
    const jar = await setup.gateway.signedIn({ remember_me: true });
    const { refresh_token, id_token } = await setup.open(jar, "shop");
    expect(claimsOf(id_token).session_exp - claimsOf(id_token).auth_time).toBeLessThanOrEqual(
      7_205,
    );
    for (let round = 0; round < 11; round += 1) {
      pass(10 * MINUTE);
      expect(await isIn(jar)).toBe(true);
      expect(await setup.refresh("shop", refresh_token)).toBe(200);
    }
    // Opened late, an application gets no more than what is left of it.
    const late = await setup.open(jar, "shop");
    pass(11 * MINUTE);
    expect(await isIn(jar)).toBe(false);
    expect(await setup.refresh("shop", refresh_token)).toBe(400);
    expect(await setup.refresh("shop", late.refresh_token)).toBe(400);
    await told(id_token);
  });

  test("also one that is longer already when the rule becomes shorter", async () => {
    const { refresh_token } = await password({ remember_me: "true" });
    pass(HOUR + MINUTE);
    await rule({ lifetime: "1h" });
    expect((await refresh(refresh_token)).status).toBe(400);
  });

  test("applications are told though nothing is asked any more", async () => {
    const jar = await setup.gateway.signedIn();
    const { id_token } = await setup.open(jar, "shop");
    pass(121 * MINUTE);
    await sweep();
    await told(id_token);
  });
});

describe("so many sign-ins at once", () => {
  beforeEach(() => rule({ most: 2 }));

  test("with one more the first one ends, everywhere and for good, and its applications are told", async () => {
    const first = await setup.gateway.signedIn();
    const { refresh_token, id_token } = await setup.open(first, "shop");
    const second = await setup.gateway.signedIn();
    expect([await isIn(first), await isIn(second)]).toEqual([true, true]);
    const { refresh_token: third } = await password();
    expect([await isIn(first), await isIn(second)]).toEqual([false, true]);
    expect(await setup.refresh("shop", refresh_token)).toBe(400);
    expect((await refresh(third)).status).toBe(200);
    await told(id_token);
  });

  test("applications that are opened in a browser are none of their own", async () => {
    const jar = await setup.gateway.signedIn();
    for (let count = 0; count < 4; count += 1) await setup.open(jar, "shop");
    expect(await isIn(jar)).toBe(true);
    expect(await rows()).toHaveLength(1);
  });

  test("of sign-ins that begin together so many are left", async () => {
    // One that others overtook is refused on its way.
    const begun = await Promise.allSettled(
      Array.from({ length: 6 }, () => setup.gateway.signedIn()),
    );
    const jars = begun.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    const living = await Promise.all(jars.map(isIn));
    expect(living.filter(Boolean)).toHaveLength(2);
    expect(await rows()).toHaveLength(2);
  });

  test("one that was signed out makes way; that of another person counts for nothing", async () => {
    const name = { alias: ["eve"], details: { password: "eve's password" } };
    await service().createUser(name);
    const first = await setup.gateway.signedIn();
    const second = await setup.gateway.signedIn();
    await second.open("/logout");
    const third = await setup.gateway.signedIn();
    await setup.gateway.signedIn({ username: "eve", password: "eve's password" });
    expect([await isIn(first), await isIn(third)]).toEqual([true, true]);
  });
});

describe("what no rule about sign-ins ends", () => {
  test("service accounts, keys, and access for the time when the person is away", async () => {
    await rule({ lifetime: "5m", idle: "5m", most: 1 });
    const robot = { grant_type: "client_credentials" };
    const offline = await password({ scope: "offline_access", remember_me: "true" });
    const robots = await Promise.all([1, 2].map(() => service().form(TOKEN, robot, ROBOT)));
    await password();
    await password();
    for (const { body } of robots) expect(await introspected(body.access_token, ROBOT)).toBe(true);
    pass(2 * HOUR);
    expect((await refresh(offline.refresh_token)).status).toBe(200);
    expect(await rows()).toHaveLength(1);
  });

  test("a token of such access that asks for less ends nothing", async () => {
    await rule({ lifetime: "1h", idle: "30m" });
    const { refresh_token } = await password({
      ...{ scope: "openid offline_access", remember_me: "true" },
    });
    pass(2 * HOUR);
    const form = { grant_type: "refresh_token", refresh_token, scope: "openid" };
    const { body } = await service().form(TOKEN, form, WEB);
    const headers = { authorization: `Bearer ${body.access_token}` };
    const told = await service().request("GET", "/auth/oauth2/userinfo", { headers });
    expect(told.status, told.text).toBe(200);
    expect((await refresh(body.refresh_token)).status).toBe(200);
  });

  test("by default nothing is on, and nothing is written", async () => {
    const { refresh_token } = await password({ remember_me: "true" });
    pass(20 * HOUR);
    expect((await refresh(refresh_token)).status).toBe(200);
    expect(await rows()).toEqual([]);
    const { body } = await service().json("GET", "/auth/v1/settings/sign_ins");
    expect(body?.payload?.value ?? {}).toEqual({});
  });
});

test.each([
  [{ idle: "1m" }, "idle: must be at least 5m"],
  [{ lifetime: "10s" }, "lifetime: must be at least 5m"],
  [{ most: -1 }, "most: must be from 0 to 1000"],
])("a rule that would keep people out is refused: %j", async (value, said) => {
  const answer = await service().json("PUT", "/auth/v1/settings/sign_ins", { value });
  expect([answer.status, answer.body.error]).toEqual([400, said]);
});
