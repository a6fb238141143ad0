/** A graceful rotation under load loses no request: two instances on one Postgres, each used with the tokens of the other (C-4, R-2). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { testRuntime } from "../support/runtime.ts";
import { ADA, claimsOf, createAda, headerOf, putClient, TOKEN, WEB } from "../support/tokens.ts";

const MINUTE = 60_000;
const RESOURCE = "https://notes.example.com";
/** So many applications ask at a time. */
const APPLICATIONS = 6;
/** Each has so many turns in every minute of the rotation. */
const TURNS = 2;
/** Tokens that an application keeps and uses until they end. */
const KEPT = 12;

interface Kept {
  readonly access_token: string;
  readonly exp: number;
}

/** An application that never pauses: it signs in, refreshes, uses new and old tokens, and asks about them. */
class Application {
  readonly #instances: readonly TestAuth[];
  readonly #kept: Kept[] = [];
  readonly kids = new Set<string>();
  readonly algorithms = new Set<string>();
  #turn: number;
  #refresh: string | undefined;
  answers = 0;
  readonly lost: string[] = [];

  constructor(instances: readonly TestAuth[], first: number) {
    this.#instances = instances;
    this.#turn = first;
  }

  get #next(): TestAuth {
    return this.#instances[this.#turn++ % this.#instances.length] as TestAuth;
  }

  #count(what: string, good: boolean, answer: { status: number; text: string }): void {
    this.answers += 1;
    if (!good) this.lost.push(`${what}: ${answer.status} ${answer.text}`);
  }

  async #tokens(fields: Record<string, string>): Promise<void> {
    const answer = await this.#next.form(TOKEN, fields, WEB);
    this.#count(fields.grant_type ?? "", answer.status === 200, answer);
    if (answer.status !== 200) return;
    const { access_token, refresh_token } = answer.body;
    this.#refresh = refresh_token;
    const { kid, alg } = headerOf(access_token);
    this.kids.add(kid);
    this.algorithms.add(alg);
    this.#kept.push({ access_token, exp: claimsOf(access_token).exp * 1000 });
    if (this.#kept.length > KEPT) this.#kept.shift();
  }

  async #use({ access_token, exp }: Kept): Promise<void> {
    const asked = this.#next;
    const headers = { authorization: `Bearer ${access_token}` };
    const [used, told] = await Promise.all([
      asked.request("GET", "/auth/oauth2/userinfo", { headers }),
      asked.form("/auth/oauth2/introspect", { token: access_token }, WEB),
    ]);
    // The clock moves under way: a token that has ended by now may have been refused.
    if (asked.runtime.clock.now() >= exp) return;
    this.#count("userinfo", used.status === 200, used);
    this.#count("introspection", told.body?.active === true, told);
  }

  /** One turn: new tokens, and all that are kept. */
  async turn(): Promise<void> {
    await this.#tokens({ ...ADA, scope: "openid", resource: RESOURCE });
    if (this.#refresh) {
      await this.#tokens({ grant_type: "refresh_token", refresh_token: this.#refresh });
    }
    for (const kept of [...this.#kept]) await this.#use(kept);
  }
}

let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

describe.each([
  ["RS256", {}],
  ["ES256", { algorithms: ["ES256"], resource_algorithms: { [RESOURCE]: "ES256" } }],
] as const)("access tokens by %s", (algorithm, more) => {
  test("from before the new key is published until the old one has signed last, no request is lost", async () => {
    const dsn = await postgres.createDatabase(`rotation_${algorithm.toLowerCase()}`);
    const start = () => testAuth({ database: { dsn } }, testRuntime({ loops: true }));
    await using first = await start();
    await createAda(first);
    await putClient(first, WEB.id, { client_secret: WEB.secret });
    const { kid } = (await first.json("GET", "/auth/v1/settings/jwt")).body.payload.value;
    const set = await first.json("PUT", "/auth/v1/settings/jwt", { value: { kid, ...more } });
    expect(set.status, set.text).toBe(200);
    await using second = await start();
    const instances = [first, second];
    const applications = Array.from(
      { length: APPLICATIONS },
      (_, index) => new Application(instances, index),
    );
    const turns = () =>
      Promise.all(
        applications.map(async (application) => {
          for (let turn = 0; turn < TURNS; turn++) await application.turn();
        }),
      );

    await turns();
    const renewing = first.json("POST", "/auth/v1/jwt/renew");
    await turns();
    const renewed = await renewing;
    expect(renewed.status, renewed.text).toBe(200);
    for (let minute = 0; minute < 18; minute++) {
      const asked = turns();
      // Under way, and not at the same moment on both.
      first.runtime.advance(MINUTE);
      await applications[0]?.turn();
      second.runtime.advance(MINUTE);
      await asked;
    }
    expect(applications.flatMap(({ lost }) => lost)).toEqual([]);
    expect(applications.reduce((sum, { answers }) => sum + answers, 0)).toBeGreaterThan(1_000);
    for (const { kids, algorithms } of applications) {
      expect(kids.size, "the old key and the new one").toBe(2);
      expect([...algorithms]).toEqual([algorithm]);
    }
  });
});
