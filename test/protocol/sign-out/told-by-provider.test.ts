/** A provider elsewhere ends sessions by logout tokens (OpenID Connect Back-Channel Logout 1.0 §2.6; I-6, K-13, U-2). */
import type { JWTPayload } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { gatewayRuntime, startGateway, type TestGateway, whoIs } from "../../support/gateway.ts";
import { type ScriptedUpstream, scriptedUpstream } from "../../support/scripted-upstream.ts";
import { type Jar, POSTERN_PROVIDER } from "../../support/session.ts";
import {
  LOGOUT_EVENT as EVENT,
  heardProvider,
  logoutToken,
  signedInThere,
  tell as tellGateway,
} from "../../support/told-by-provider.ts";

let upstream: ScriptedUpstream;
let stranger: ScriptedUpstream;
let gateway: TestGateway;
const remote = (more: Record<string, unknown> = {}) => heardProvider(upstream, more);

beforeAll(async () => {
  upstream = await scriptedUpstream();
  stranger = await scriptedUpstream();
  gateway = await startGateway({
    runtime: gatewayRuntime(),
    session: {
      provider: {
        postern: POSTERN_PROVIDER,
        op: remote(),
        silent: remote({ backchannel_logout: false }),
        other: remote({ client_id: "c-2" }),
        nameless: remote({ issuer: "" }),
      },
      action: { token: { login_path: "/login/" } },
    },
  });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
  await stranger[Symbol.asyncDispose]();
});
beforeEach(() => gateway.runtime.advance(2_000));

const signedIn = (sub: string, sid?: string, key = "op"): Promise<Jar> =>
  signedInThere(gateway, upstream, { sub, sid, key, clientId: key === "other" ? "c-2" : "c-1" });
const now = () => Math.floor(gateway.runtime.clock.now() / 1_000);
const tokenOf = (claims: JWTPayload, by = upstream) => logoutToken(by, gateway, claims);
const tell = (token: string, key = "op") => tellGateway(gateway, token, key);
const isIn = async (jar: Jar) => {
  gateway.runtime.advance(1_100);
  return (await whoIs(jar)) !== undefined;
};

describe("which sessions end", () => {
  test("with a sid the one session whose ID token had it, and no other of the person", async () => {
    const one = await signedIn("u-1", "s-1");
    const two = await signedIn("u-1", "s-2");
    expect(await isIn(one)).toBe(true);
    const answer = await tell(await tokenOf({ sid: "s-1", sub: "u-1" }));
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect([await isIn(one), await isIn(two)]).toEqual([false, true]);
  });

  test("without one every session of the subject that has begun, and none that begins later", async () => {
    const before = [await signedIn("u-2", "s-3"), await signedIn("u-2")];
    const other = await signedIn("u-3", "s-4");
    expect((await tell(await tokenOf({ sub: "u-2" }))).status).toBe(200);
    for (const jar of before) expect(await isIn(jar)).toBe(false);
    expect(await isIn(other)).toBe(true);
    const after = await signedIn("u-2", "s-5");
    expect(await isIn(after)).toBe(true);
    // Told again, the newer one ends, too.
    expect((await tell(await tokenOf({ sub: "u-2" }))).status).toBe(200);
    expect(await isIn(after)).toBe(false);
  });

  test("no session of another client at the same provider, and none of a provider that is not heard", async () => {
    const other = await signedIn("u-4", "s-6", "other");
    const silent = await signedIn("u-4", "s-6", "silent");
    await tell(await tokenOf({ sub: "u-4" }));
    expect([await isIn(other), await isIn(silent)]).toEqual([true, true]);
  });

  test("no session of this service itself", async () => {
    const own = await gateway.signedIn();
    await tell(await tokenOf({ sub: "u-5" }));
    expect(await isIn(own)).toBe(true);
  });
});

describe("which tokens count", () => {
  const bad: Readonly<Record<string, () => Promise<string>>> = {
    "signed by a stranger": () => tokenOf({ sub: "u-6" }, stranger),
    "of another issuer": () => tokenOf({ sub: "u-6", iss: "https://evil.example.com" }),
    "for another client": () => tokenOf({ sub: "u-6", aud: "c-2" }),
    "an ID token": () => tokenOf({ sub: "u-6", events: undefined }),
    "with a nonce": () => tokenOf({ sub: "u-6", nonce: "n" }),
    "of another event": () => tokenOf({ sub: "u-6", events: { "https://example.com/other": {} } }),
    "with an event that is none": () => tokenOf({ sub: "u-6", events: { [EVENT]: "yes" } }),
    "about no one": () => tokenOf({}),
    "about an empty sid": () => tokenOf({ sid: "", sub: "u-6" }),
    "late by more than five minutes": () => tokenOf({ sub: "u-6", iat: now() - 400 }),
    "from the future": () => tokenOf({ sub: "u-6", iat: now() + 400 }),
    "without jti": () => tokenOf({ sub: "u-6", jti: "" }),
    "no token": async () => "x",
    unsigned: async () => {
      const [, body = ""] = (await tokenOf({ sub: "u-6" })).split(".");
      return `${btoa('{"alg":"none"}').replace(/=+$/, "")}.${body}.`;
    },
    "too long": async () => `${await tokenOf({ sub: "u-6" })}${"A".repeat(20_000)}`,
  };
  test.each(Object.keys(bad))("not one that is %s", async (name) => {
    const jar = await signedIn("u-6", "s-7");
    const answer = await tell((await bad[name]?.()) ?? "");
    expect(answer.status).toBe(400);
    expect(await isIn(jar)).toBe(true);
  });

  test("not one that comes a second time: a session that began since goes on", async () => {
    const token = await tokenOf({ sub: "u-7" });
    expect((await tell(token)).status).toBe(200);
    gateway.runtime.advance(2_000);
    const jar = await signedIn("u-7", "s-8");
    expect((await tell(token)).status).toBe(400);
    expect(await isIn(jar)).toBe(true);
  });

  test.each(["postern", "silent", "nameless", "absent", "constructor"])(
    "none at the address of %s, which sends none",
    async (key) => {
      expect((await tell(await tokenOf({ sub: "u-8" }), key)).status).toBe(404);
    },
  );

  test("only a form with one token, and only by POST", async () => {
    const path = "/login/auth/backchannel-logout/op";
    const post = (headers: Record<string, string>, body: string) =>
      gateway.jar().send("POST", path, { headers, body });
    const form = { "content-type": "application/x-www-form-urlencoded" };
    expect((await post(form, "")).status).toBe(400);
    expect((await post(form, "logout_token=a&logout_token=b")).status).toBe(400);
    expect((await post({ "content-type": "application/json" }, "{}")).status).toBe(415);
    expect((await gateway.jar().get(`${path}`)).status).toBe(404);
    expect(
      (await gateway.jar().send("POST", `${path}/x`, { headers: form, body: "" })).status,
    ).toBe(404);
  });

  test("while the keys cannot be had the answer is 503, and the same token counts afterwards", async () => {
    const away = await startGateway({
      session: {
        provider: {
          postern: POSTERN_PROVIDER,
          op: remote({ cert_url: "http://127.0.0.1:9/jwks" }),
        },
      },
    });
    const answer = await tellGateway(away, await tokenOf({ sub: "u-9" }));
    expect(answer.status).toBe(503);
    await away[Symbol.asyncDispose]();
  });
});
