/** Limits on guessing passwords (security E-2, H-6; decisions O2; login-session-wire W16). */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AuthError } from "../../src/index.ts";
import { basic, type TestAuth, testAuth } from "../support/auth.ts";
import type { AuthOptions } from "../support/inside.ts";
import { testRuntime } from "../support/runtime.ts";
import { createAda, putClient, putSetting, WEB } from "../support/tokens.ts";

const MINUTE = 60_000;
const HERE = "198.51.100.7";

let service: TestAuth;
let options: AuthOptions = {};

async function start() {
  service = await testAuth(options, testRuntime());
  await createAda(service);
  await putClient(service, WEB.id, { client_name: "Web", client_secret: WEB.secret });
}
beforeEach(async () => {
  options = {};
  await start();
});
afterEach(() => service[Symbol.asyncDispose]());

interface Tried {
  readonly username?: string;
  readonly password?: string;
  readonly from?: string;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

async function attempt({
  username = "ada",
  password = "wrong",
  from = HERE,
  headers,
  signal,
}: Tried = {}) {
  const request = new Request("https://id.example.com/auth/oauth2/token", {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      authorization: basic(WEB),
      ...headers,
    },
    body: new URLSearchParams({ grant_type: "password", username, password }),
    ...(signal && { signal }),
  });
  const connection = { remoteAddress: from };
  const response = await service.auth.fetch(request, undefined, { connection });
  return {
    status: response.status,
    retry: response.headers.get("retry-after"),
    body: await response.json(),
  };
}

const right = (tried: Tried = {}) => attempt({ password: "correct horse", ...tried });

async function fail(times: number, tried: Tried = {}) {
  for (let round = 0; round < times; round++) {
    expect((await attempt(tried)).status, `attempt ${round + 1}`).toBe(400);
  }
}

/** How often each status was the answer of many at once. */
async function burst(times: number, ask: (round: number) => Promise<{ status: number }>) {
  const answers = await Promise.all(Array.from({ length: times }, (_, round) => ask(round)));
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe("E-2: one account from one network", () => {
  test("after 10 failures 429 with Retry-After, also for the right password, and it ends by itself", async () => {
    await fail(10);
    const refused = await attempt();
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      error: "temporarily_unavailable",
      error_description: "too many attempts, try again later",
    });
    expect(Number(refused.retry)).toBeGreaterThan(14 * 60);
    expect(Number(refused.retry)).toBeLessThanOrEqual(15 * 60);
    expect((await right()).status).toBe(429);
    service.runtime.advance(15 * MINUTE + 1_000);
    expect((await right()).status).toBe(200);
  });

  test("every alias and spelling of the account is the account", async () => {
    for (const username of ["ada", "ADA", " ada@example.com ", "Ada@Example.com", "ada"]) {
      await fail(2, { username });
    }
    for (const username of ["ada", "ada@example.com"]) {
      expect((await right({ username })).status).toBe(429);
    }
  });

  test("B-11, E-6: a name that no one has is counted and answered the same", async () => {
    await fail(10, { username: "unknown" });
    const [unknown, ada] = [await attempt({ username: "unknown" }), await attempt()];
    expect(unknown.status).toBe(429);
    expect(ada.status).toBe(400);
    await fail(9);
    expect((await attempt()).body).toEqual(unknown.body);
  });

  test("success forgets the failures", async () => {
    await fail(9);
    expect((await right()).status).toBe(200);
    await fail(9);
    expect((await right()).status).toBe(200);
  });

  test("I-7: of thirty guesses at once the limit is checked, no more and no less", async () => {
    await putSetting(service, "password", { attempts: { per_account: 5 } });
    expect(await burst(30, () => attempt())).toEqual({ 400: 5, 429: 25 });
    expect((await right()).status).toBe(429);
  });

  test("I-7: guesses under way count beside those that failed before", async () => {
    await fail(7);
    expect(await burst(20, () => attempt())).toEqual({ 400: 3, 429: 17 });
  });

  test("I-7: what could not be checked is given back", async () => {
    await putSetting(service, "password", { attempts: { per_account: 3 } });
    const { passwords } = service.runtime;
    const verify = vi.spyOn(passwords, "verify");
    verify.mockRejectedValue(new AuthError("unavailable", "the work was interrupted"));
    for (let round = 0; round < 5; round++) expect((await attempt()).status).toBe(503);
    verify.mockRestore();
    expect((await right()).status).toBe(200);
  });

  test("I-7: a caller who has gone is neither checked nor counted", async () => {
    await putSetting(service, "password", { attempts: { per_account: 3 } });
    const verify = vi.spyOn(service.runtime.passwords, "verify");
    const gone = AbortSignal.abort();
    for (let round = 0; round < 5; round++) await attempt({ signal: gone });
    expect(verify).not.toHaveBeenCalled();
    verify.mockRestore();
    expect((await right()).status).toBe(200);
  });

  test("many right ones at once are all let in", async () => {
    await putSetting(service, "password", { attempts: { per_account: 3 } });
    expect(await burst(20, () => right())).toEqual({ 200: 20 });
  });

  test("the own password is counted with it", async () => {
    const change = (current_password: string) =>
      service.json(
        "POST",
        "/auth/v1/me/password",
        { current_password, new_password: "another password" },
        "ada",
      );
    for (let round = 0; round < 10; round++) expect((await change("wrong")).status).toBe(401);
    const refused = await change("correct horse");
    expect([refused.status, refused.body.message]).toEqual([
      429,
      "too many attempts, try again later",
    ]);
    expect(refused.headers.get("retry-after")).not.toBeNull();
    // The tests' own requests come from this address.
    expect((await right({ from: "127.0.0.1" })).status).toBe(429);
  });
});

describe("one network", () => {
  test("failures for many accounts stop the network, not the others", async () => {
    await putSetting(service, "password", { attempts: { per_network: 6 } });
    for (let round = 0; round < 6; round++) await fail(1, { username: `user${round}` });
    expect((await right()).status).toBe(429);
    expect((await right({ from: "203.0.113.5" })).status).toBe(200);
  });

  test("I-7: of eighty guesses at eighty accounts at once the limit is checked", async () => {
    await putSetting(service, "password", { attempts: { per_network: 12 } });
    const counts = await burst(80, (round) => attempt({ username: `user${round}` }));
    expect(counts).toEqual({ 400: 12, 429: 68 });
  });

  test("I-7, O2: who has signed in from a network passes its limit, other accounts do not", async () => {
    await putSetting(service, "password", { attempts: { per_network: 6 } });
    expect((await right()).status).toBe(200);
    for (let round = 0; round < 6; round++) await fail(1, { username: `invented${round}` });
    expect((await attempt({ username: "invented7" })).status).toBe(429);
    expect((await right()).status).toBe(200);
    // Its own limit holds on.
    await fail(10);
    expect((await right()).status).toBe(429);
  });

  test("H-6: an IPv6 network is its /64, an IPv4-mapped address its IPv4 address", async () => {
    await fail(5, { from: "2001:db8:0:1::1" });
    await fail(5, { from: "2001:db8:0:1:ffff::2" });
    expect((await right({ from: "2001:db8:0:1::3" })).status).toBe(429);
    expect((await right({ from: "2001:db8:0:2::3" })).status).toBe(200);
    await fail(10, { from: "::ffff:192.0.2.1" });
    expect((await right({ from: "192.0.2.1" })).status).toBe(429);
  });

  test("H-6: X-Forwarded-For of a peer that is not trusted changes nothing", async () => {
    for (let round = 0; round < 10; round++) {
      await fail(1, { headers: { "x-forwarded-for": `192.0.2.${round}` } });
    }
    expect((await right({ headers: { "x-forwarded-for": "192.0.2.200" } })).status).toBe(429);
  });

  test("H-6: behind trusted proxies it is read from the right; what is no address is counted", async () => {
    await service[Symbol.asyncDispose]();
    options = { trusted_proxies: ["10.0.0.0/8"] };
    await start();
    const by = (chain: string) => ({ from: "10.0.0.1", headers: { "x-forwarded-for": chain } });
    for (let round = 0; round < 10; round++) {
      // The left side is the client's own writing.
      await fail(1, by(`192.0.2.${round}, 198.51.100.9, 10.2.0.1`));
    }
    expect((await right(by("198.51.100.9"))).status).toBe(429);
    expect((await right(by("198.51.100.10"))).status).toBe(200);
    for (let round = 0; round < 10; round++) await fail(1, by(`not an address ${round}`));
    expect((await right(by("nonsense"))).status).toBe(429);
    expect((await right(by("192.0.2.77, unknown"))).status).toBe(429);
  });
});

describe("O2: one account from many networks", () => {
  const attack = async (failures: number) => {
    for (let round = 0; round < failures; round++) {
      await fail(1, { from: `203.0.113.${round % 250}` });
    }
  };

  test("strangers are slowed, never shut out; who has signed in from there before is not even slowed", async () => {
    expect((await right()).status).toBe(200);
    await attack(50);
    const stranger = { from: "192.0.2.99" };
    const slowed = await right(stranger);
    expect(slowed.status).toBe(429);
    expect(Number(slowed.retry)).toBeLessThanOrEqual(30);
    expect((await right()).status).toBe(200);
    service.runtime.advance(31_000);
    expect((await right(stranger)).status).toBe(200);
    // From now on this network is known, too.
    await fail(1, { from: "203.0.113.1" }).catch(() => undefined);
    expect((await right(stranger)).status).toBe(200);
  });
});

describe("configuration", () => {
  test("limits and window are settings that take effect at once", async () => {
    await putSetting(service, "password", { attempts: { per_account: 3, window: "1m" } });
    await fail(3);
    expect((await right()).status).toBe(429);
    service.runtime.advance(MINUTE + 1_000);
    expect((await right()).status).toBe(200);
  });

  test("unlimited switches them off", async () => {
    await putSetting(service, "password", { attempts: { unlimited: true } });
    await fail(15);
    expect((await right()).status).toBe(200);
  });

  test("bounds are checked on save", async () => {
    const { status } = await service.json("PUT", "/auth/v1/settings/password", {
      value: { attempts: { per_account: 0 } },
    });
    expect(status).toBe(400);
  });
});

test("E-2: limits hold on while the code store is away", async () => {
  await putSetting(service, "cache", {
    code_store: { active: "redis", redis: { address: ["127.0.0.1:9"] } },
  });
  await fail(10);
  expect((await right()).status).toBe(429);
  service.runtime.advance(16 * MINUTE);
  expect((await right()).status).toBe(200);
});
