/** Sign-in by a mailed code or link at the service itself (specification, token rule 7; auth-wire 5.16; E-3 to E-6). */
import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { flowCodes } from "../../support/inside.ts";
import { putClient, WEB } from "../../support/tokens.ts";
import {
  ADDRESS,
  codeOf,
  EMAIL,
  linkIn,
  type MailedService,
  mailedService,
  PAGE,
  TOKEN,
  typedIn,
} from "./support.ts";

const OTHER = { id: "other", secret: "other-client-secret" };
let mailed: MailedService;
beforeAll(async () => {
  mailed = await mailedService();
  await putClient(mailed.service, OTHER.id, { client_secret: OTHER.secret });
});
afterAll(() => mailed[Symbol.asyncDispose]());
beforeEach(() => mailed.settings());

const json = (body: object) =>
  mailed.service.json("POST", EMAIL, { client_id: WEB.id, client_secret: WEB.secret, ...body });
const patchAda = (fields: object) =>
  mailed.service.json("PATCH", `/auth/v1/users/${mailed.ada}`, fields);

describe("a code", () => {
  test("token rule 7: signs in, as the address's user, by the link's code and by the typed one", async () => {
    for (const form of ["typed", "link"] as const) {
      const mail = await mailed.mailed({ scope: "openid" });
      const code = form === "typed" ? mail.typed : codeOf(mail.link);
      const { status, body } = await mailed.redeem(code);
      expect(status).toBe(200);
      const claims = decodeJwt(body.access_token);
      expect(claims).toMatchObject({ sub: mailed.ada, gty: "email_code", scope: "openid" });
      expect(decodeJwt(body.id_token)).toMatchObject({ amr: ["otp"] });
      expect(body.refresh_token).toEqual(expect.any(String));
    }
  });

  test("E-3: the link has 192 bits; both forms are for one use together", async () => {
    const { typed, link } = await mailed.mailed();
    expect(codeOf(link)).toMatch(/^[0-9a-f]{48}$/);
    expect((await mailed.redeem(typed)).status).toBe(200);
    for (const code of [typed, codeOf(link)]) {
      const { status, body } = await mailed.redeem(code);
      expect(status).toBe(400);
      expect(body).toEqual({
        error: "invalid_grant",
        error_description: "code not found or expired",
      });
    }
  });

  test("P-4: of parallel redemptions, in both forms, one gets tokens", async () => {
    const { typed, link } = await mailed.mailed();
    const codes = [typed, codeOf(link), typed, codeOf(link)];
    const answers = await Promise.all(codes.map((code) => mailed.redeem(code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  test.each([
    ["lower case", (typed: string) => typed.toLowerCase()],
    ["no hyphen", (typed: string) => typed.replace("-", "")],
    ["blanks", (typed: string) => ` ${typed.replace("-", " – ")} `],
  ])("is typed as people type: %s", async (_name, spelled) => {
    const { typed } = await mailed.mailed();
    expect((await mailed.redeem(spelled(typed))).status).toBe(200);
  });

  test("E-3: dies after five wrong tries, also when they come at once; the link lives on", async () => {
    const { typed, link } = await mailed.mailed();
    const [name = "", proof = ""] = typed.split("-");
    const wrong = proof.startsWith("B") ? `C${proof.slice(1)}` : `B${proof.slice(1)}`;
    const tries = Array.from({ length: 8 }, () => mailed.redeem(`${name}-${wrong}`));
    for (const { status } of await Promise.all(tries)) expect(status).toBe(400);
    expect((await mailed.redeem(typed)).status).toBe(400);
    expect((await mailed.redeem(codeOf(link))).status).toBe(200);
  });

  test("E-3: four wrong tries leave a typed code alive", async () => {
    const { typed } = await mailed.mailed();
    const [name = "", proof = ""] = typed.split("-");
    const wrong = proof.startsWith("B") ? `C${proof.slice(1)}` : `B${proof.slice(1)}`;
    for (let tries = 0; tries < 4; tries++) await mailed.redeem(`${name}-${wrong}`);
    expect((await mailed.redeem(typed)).status).toBe(200);
  });

  test("B16: mails that come late or out of order count side by side, until one of them is used", async () => {
    const old = await mailed.mailed();
    const fresh = await mailed.mailed();
    expect((await mailed.redeem(old.typed)).status).toBe(200);
    for (const code of [fresh.typed, codeOf(fresh.link), old.typed, codeOf(old.link)]) {
      expect((await mailed.redeem(code)).status).toBe(400);
    }
    expect((await mailed.redeem((await mailed.mailed()).typed)).status).toBe(200);
  });

  test("K-6: belongs to its client, and stays usable there", async () => {
    const { typed, link } = await mailed.mailed();
    for (const code of [typed, codeOf(link)]) {
      const { status, body } = await mailed.redeem(code, {}, OTHER);
      expect(status).toBe(400);
      expect(body.error_description).toBe("client mismatch");
    }
    expect((await mailed.redeem(typed)).status).toBe(200);
  });

  test("K-6: is no authorization code, and no other code is one of these", async () => {
    const { link } = await mailed.mailed();
    const fields = { grant_type: "authorization_code", code: codeOf(link), redirect_uri: PAGE };
    expect((await mailed.service.form(TOKEN, fields, WEB)).status).toBe(400);
    for (const code of [
      "0".repeat(48),
      "0".repeat(64),
      "x".repeat(10_000),
      "%",
      "[object Object]",
    ]) {
      expect((await mailed.redeem(code)).body.error).toBe("invalid_grant");
    }
    expect((await mailed.redeem("")).body.error_description).toBe("code is required");
  });

  test("E-3: with an address it must be the code of that address", async () => {
    const { typed } = await mailed.mailed();
    expect((await mailed.redeem(typed, { username: "eve@example.com" })).status).toBe(400);
    expect((await mailed.redeem(typed, { username: "ADA@example.com" })).status).toBe(200);
  });

  test("P-5: expires", async () => {
    await mailed.settings({ code_lifetime: "1s" });
    const { typed, link } = await mailed.mailed();
    await expect
      .poll(async () => (await mailed.redeem(codeOf(link), {}, OTHER)).body.error_description, {
        timeout: 10_000,
      })
      .toBe("code not found or expired");
    expect((await mailed.redeem(typed)).status).toBe(400);
  });

  test.each([
    ["is disabled", () => patchAda({ is_active: false }), () => patchAda({ is_active: true })],
    [
      "has lost the address",
      () => patchAda({ alias: ["ada"] }),
      () => patchAda({ alias: ["ada", ADDRESS] }),
    ],
    [
      "got a new password, which ends sessions (K-11)",
      () => patchAda({ details: { password: "another horse battery" } }),
      async () => undefined,
    ],
  ])("K-10: of a user who %s since the mail is worth nothing", async (_what, change, undo) => {
    const { typed, link } = await mailed.mailed();
    await change();
    for (const code of [typed, codeOf(link)]) {
      const { status, body } = await mailed.redeem(code);
      expect(status).toBe(400);
      expect(body.error).toBe("invalid_grant");
    }
    await undo();
  });

  test("C-5: what is stored gives no usable code", async () => {
    const { typed, link } = await mailed.mailed();
    const { store } = await mailed.service.auth.service;
    const all = JSON.stringify(await store.db.select().from(flowCodes));
    expect(all).toContain("typed_code");
    for (const secret of [typed, typed.replace("-", ""), typed.slice(6), codeOf(link)]) {
      expect(all).not.toContain(secret);
    }
  });
});

describe("remember me, scope and resource", () => {
  test("token rule 8: are those of the redemption; a scope of the request holds without one", async () => {
    const first = await mailed.mailed({ scope: "openid profile" });
    const kept = await mailed.redeem(first.typed, { remember_me: "true" });
    expect(decodeJwt(kept.body.refresh_token)).toMatchObject({ remember_me: true });
    expect(kept.body.scope.split(" ").sort()).toEqual(["openid", "profile"]);
    const second = await mailed.mailed({ scope: "openid profile" });
    const other = await mailed.redeem(second.typed, {
      scope: "email",
      resource: "https://api.example.com/x",
    });
    expect(other.body.scope).toBe("email");
    expect(decodeJwt(other.body.access_token).aud).toContain("https://api.example.com/x");
  });
});

describe("the link", () => {
  test("E-4: leads to the registered page, and the code is set in its query", async () => {
    const { link, text } = await mailed.mailed({ redirect_uri: `${PAGE}?flow=email` });
    expect(`${link?.origin}${link?.pathname}`).toBe(PAGE);
    expect(link?.searchParams.get("flow")).toBe("email");
    expect(text).toContain("Sign in");
  });

  test.each(["https://eve.example/", undefined])("E-4: asked for %s there is none", async (to) => {
    const { link, typed } = await mailed.mailed({ redirect_uri: to ?? "" });
    expect(link).toBeUndefined();
    expect((await mailed.redeem(typed)).status).toBe(200);
  });

  test("auth-wire 5.16: magic_link switches links off, and codes stay", async () => {
    await mailed.settings({ magic_link: false });
    const { link, typed } = await mailed.mailed();
    expect(link).toBeUndefined();
    expect(typed).not.toBe("");
  });
});

describe("E-6: the answer", () => {
  const GENERIC = { message: "if there is an account with this address, a mail is on its way" };

  test("is the same for known, unknown, disabled and machine accounts: status, body and headers", async () => {
    await mailed.service.createUser({ alias: ["off@example.com"], is_active: false });
    await mailed.service.createServiceAccount({ alias: ["robot@example.com"] });
    const { relay } = mailed;
    const seen = new Set<string>();
    const others = [
      ...["nothing@example.com", "off@example.com", "robot@example.com"],
      "ada@example.com.example",
    ];
    for (const username of [ADDRESS, ...others]) {
      const { status, body, headers } = await mailed.ask({ username });
      expect({ status, body }).toEqual({ status: 200, body: GENERIC });
      seen.add(JSON.stringify([...headers].filter(([name]) => name !== "x-request-id")));
    }
    expect(seen.size).toBe(1);
    // A later mail of the same line comes after all that were asked for before.
    await relay.next(ADDRESS);
    await mailed.mailed();
    const recipients = relay.mails.flatMap(({ to }) => to);
    expect(recipients.filter((to) => others.includes(to))).toEqual([]);
  });

  test("is given before an address is looked up: the relay and the store are not waited for", async () => {
    let looked = 0;
    const service = await mailed.service.auth.service;
    const { put } = service.codes;
    service.codes.put = (...given) => {
      looked += 1;
      return put.apply(service.codes, given);
    };
    const answer = await mailed.ask();
    const before = looked;
    await mailed.relay.next(ADDRESS);
    service.codes.put = put;
    expect(answer.status).toBe(200);
    expect(before).toBe(0);
    expect(looked).toBeGreaterThan(0);
  });

  test("E-5: the mail goes to the address as it is stored", async () => {
    await mailed.service.createUser({ alias: ["Grace.Hopper@Example.com"], details: {} });
    await mailed.ask({ username: " GRACE.hopper@example.com " });
    // The relay writes domains in lower case.
    const { raw } = await mailed.relay.next("Grace.Hopper@example.com");
    expect(raw).toMatch(/^To: Grace\.Hopper@Example\.com\r$/im);
  });

  test("K-1: a form or JSON, and credentials in either place", async () => {
    expect(await json({ username: ADDRESS, redirect_uri: PAGE })).toMatchObject({ status: 200 });
    const { mail } = await mailed.relay.next(ADDRESS);
    expect(linkIn(mail.text ?? "")).toBeDefined();
    expect(typedIn(mail.text ?? "")).not.toBe("");
  });
});

describe("refusals", () => {
  test.each([
    "",
    "ada",
    "@",
    "ada@",
    "ada@example.com\r\nBcc: eve@example.com",
    `${"a".repeat(10_000)}@b.c`,
  ])("auth-wire 5.16: %j is no address", async (username) => {
    const { status, body } = await json({ username });
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: "invalid_request", error_description: "username (email) is required" },
    });
  });

  test.each([{ disabled: true }, { smtp: { host: "" } }])(
    "auth-wire 5.16: with %j sign-in by mail is off, at both ends, and O-4: discovery says so",
    async (members) => {
      const listed = async () =>
        (await mailed.service.request("GET", "/auth/oauth2/.well-known/openid-configuration")).body
          .grant_types_supported;
      expect(await listed()).toContain("email_code");
      const { typed } = await mailed.mailed();
      await mailed.settings(members);
      for (const answer of [await mailed.ask(), await mailed.redeem(typed)]) {
        expect(answer).toMatchObject({
          status: 400,
          body: {
            error: "unsupported_grant_type",
            error_description: "email login is disabled",
          },
        });
      }
      expect(await listed()).not.toContain("email_code");
    },
  );

  test("a wrong secret, a public and a dynamic client get nothing", async () => {
    await putClient(mailed.service, "spa", { public: true, whitelist_urls: [PAGE] });
    await putClient(mailed.service, "dynamic", { client_secret: "d".repeat(20), dynamic: true });
    const wrong = await mailed.ask({}, { id: WEB.id, secret: "wrong" });
    expect(wrong).toMatchObject({ status: 401, body: { error: "invalid_client" } });
    const open = await mailed.service.form(EMAIL, { username: ADDRESS, client_id: "spa" });
    expect(open.status).toBe(401);
    const dynamic = await mailed.ask({}, { id: "dynamic", secret: "d".repeat(20) });
    expect(dynamic).toMatchObject({ status: 400, body: { error: "unauthorized_client" } });
  });

  test.each([
    [["email_code"], true],
    [["password"], true],
    [["password", "email_code"], true],
    [["password", "refresh_token"], true],
    [["client_credentials"], false],
  ])("the words of a client: %j may use it: %s", async (grant_types, may) => {
    const limited = { id: "limited", secret: "s".repeat(20) };
    const config = { client_secret: limited.secret, grant_types, whitelist_urls: [PAGE] };
    await putClient(mailed.service, limited.id, config);
    const asked = await mailed.ask({}, limited);
    expect(asked.status).toBe(may ? 200 : 400);
    if (may) {
      const { mail } = await mailed.relay.next(ADDRESS);
      expect((await mailed.redeem(typedIn(mail.text ?? ""), {}, limited)).status).toBe(200);
    } else expect(asked.body.error).toBe("unauthorized_client");
  });
});

describe("E-2, E-5: limits", () => {
  const LIMITS = { unlimited: false, per_account: 3, per_network: 5, window: "1h" };

  test("mails are counted per address and network, known or unknown, with Retry-After", async () => {
    await mailed.settings({ sending: LIMITS });
    for (const username of ["a@example.com", "b@example.com"]) {
      const statuses: number[] = [];
      for (let count = 0; count < 4; count++)
        statuses.push((await mailed.ask({ username })).status);
      expect(statuses).toEqual(
        username === "a@example.com" ? [200, 200, 200, 429] : [200, 200, 429, 429],
      );
    }
    const { body, headers } = await mailed.ask({ username: "c@example.com" });
    expect(body.error_description).toMatch(/too many/);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("wrong codes are counted per network, and then the right one is refused, too", async () => {
    await mailed.settings({ attempts: LIMITS });
    const { typed } = await mailed.mailed();
    for (let count = 0; count < 5; count++) await mailed.redeem("BBBBB-BBBBB");
    expect((await mailed.redeem(typed)).status).toBe(429);
    await mailed.settings();
    expect((await mailed.redeem(typed)).status).toBe(200);
  });
});
