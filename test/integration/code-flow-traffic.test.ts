/** What a code flow asks of Postgres when codes are kept there (docs/performance.md). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import {
  answerOf,
  CALLBACK,
  formTokenOf,
  newFlow,
  openPage,
  redeem,
  S256,
  submit,
  VERIFIER,
} from "../support/authorize.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { countTraffic, type PostgresTraffic } from "../support/postgres-traffic.ts";
import { testRuntime } from "../support/runtime.ts";
import { createAda, putClient, WEB } from "../support/tokens.ts";

let postgres: TestPostgres;
let traffic: PostgresTraffic;
let service: TestAuth;

beforeAll(async () => {
  postgres = await startPostgres();
  traffic = await countTraffic(postgres.port);
  const dsn = postgres.dsn().replace(`:${postgres.port}/`, `:${traffic.port}/`);
  service = await testAuth(
    { database: { dsn }, cache: { code_store: { active: "database" } } },
    testRuntime({ loops: true }),
  );
  await createAda(service);
  await putClient(service, WEB.id, { client_secret: WEB.secret, redirect_uris: [CALLBACK] });
  await codeFlow();
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await traffic?.[Symbol.asyncDispose]();
  await postgres?.stop();
});

/** Statements and round trips of a step. */
async function counted<T>(work: () => Promise<T>): Promise<[T, readonly [number, number]]> {
  traffic.reset();
  const result = await work();
  return [result, [traffic.statements, traffic.roundTrips]];
}

async function codeFlow() {
  const [flow, authorize] = await counted(() => newFlow(service, S256));
  const [page, consent] = await counted(() => openPage(service, flow));
  const form = { flow, form_token: formTokenOf(page), action: "approve" };
  const [answer, decision] = await counted(() => submit(service, form));
  const { code = "" } = answerOf(answer);
  const [tokens, token] = await counted(() => redeem(service, code, { code_verifier: VERIFIER }));
  expect(tokens.status, tokens.text).toBe(200);
  return { authorize, consent, decision, token };
}

test("a code flow is seven statements in seven round trips", async () => {
  // The heartbeats of the service may fall into one of them.
  const flows = [await codeFlow(), await codeFlow(), await codeFlow()];

  expect(flows).toContainEqual({
    authorize: [1, 1], // the request
    consent: [1, 1], // its owner
    decision: [3, 3], // read, exchanged for a code, and the answer kept for a second click
    token: [2, 2], // read, and exchanged for the note about its use
  });
});
