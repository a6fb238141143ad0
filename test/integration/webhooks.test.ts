/** Webhooks and the feed over real processes: one that is killed loses nothing, and two of them send each event once. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventReader } from "../support/event-stream.ts";
import { patient } from "../support/patience.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { adminToken, RUNTIMES, type RunningServer, send, startServer } from "../support/server.ts";
import { startReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";

const KEY = "a key of the operator";
let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

async function called(
  server: RunningServer,
  token: string,
  path: string,
  json: object,
  method = "PUT",
) {
  const { status, text, body } = await send(server, method, `/auth/v1${path}`, {
    bearer: token,
    json,
  });
  expect(status, text).toBe(200);
  return body;
}

const webhook = ({ url }: WebhookReceiver) => ({ config: { url, types: ["role.*"] } });
const reach = { value: { internal_hosts: ["127.0.0.1"] } };
const namesOf = ({ received }: WebhookReceiver) =>
  received.map(({ body }) => body.data.target.name as string);

describe.each(RUNTIMES)("%s", (runtime) => {
  test("killed with events that wait: what was acknowledged arrives from the next process", async () => {
    await using receiver = await startReceiver();
    const dsn = await postgres.createDatabase(`hooks_kill_${runtime}`);
    const env = { POSTERN_DATABASE__DSN: dsn, POSTERN_ENCRYPTION__KEY: KEY };
    const first = await startServer({ runtime, env });
    const token = await adminToken(first);
    await called(first, token, "/settings/oauth2", reach);
    await called(first, token, "/webhooks/billing", webhook(receiver));
    receiver.answer = 503;
    const acknowledged: string[] = [];
    for (let at = 0; at < 12; at++) {
      await called(first, token, "/roles", { name: `role-${at}` }, "POST");
      acknowledged.push(`role-${at}`);
    }
    await first.stop("SIGKILL");
    receiver.received.length = 0;
    receiver.answer = 204;
    const second = await startServer({ runtime, env });
    // The next process waits for the time of the next try, which is saved; here it is let go on.
    await called(second, token, "/webhooks/billing/replay", {}, "POST");
    await expect
      .poll(() => new Set(namesOf(receiver)).size, { timeout: patient(15_000) })
      .toBe(acknowledged.length);
    expect([...new Set(namesOf(receiver))].toSorted()).toEqual(acknowledged.toSorted());
    const events = eventReader(
      await fetch(`${second.url}/auth/v1/events?types=role.*&after=0`, {
        headers: { accept: "text/event-stream", authorization: `Bearer ${token}` },
      }),
    );
    for (const name of acknowledged) {
      expect((await events.next())?.data.data.target.name).toBe(name);
    }
    const rest = events.rest();
    expect(await second.stop("SIGTERM")).toBe(0);
    expect(await rest).toEqual([]);
  });
});

test("two instances: each event once, in order; a stream of one tells what the other saved", async () => {
  await using receiver = await startReceiver();
  const dsn = await postgres.createDatabase("hooks_two");
  const env = { POSTERN_DATABASE__DSN: dsn, POSTERN_ENCRYPTION__KEY: KEY };
  const first = await startServer({ runtime: "node", env });
  const second = await startServer({ runtime: "node", env });
  const token = await adminToken(first);
  await called(first, token, "/settings/oauth2", reach);
  await called(first, token, "/webhooks/billing", webhook(receiver));
  const events = eventReader(
    await fetch(`${second.url}/auth/v1/events?types=role.*`, {
      headers: { accept: "text/event-stream", authorization: `Bearer ${token}` },
    }),
  );
  const names: string[] = [];
  for (let at = 0; at < 20; at++) {
    const server = at % 2 === 0 ? first : second;
    await called(server, token, "/roles", { name: `role-${at}` }, "POST");
    names.push(`role-${at}`);
  }
  await expect.poll(() => receiver.received.length, { timeout: patient(15_000) }).toBe(20);
  expect(namesOf(receiver).toSorted()).toEqual(names.toSorted());
  const streamed: string[] = [];
  while (streamed.length < 20) streamed.push((await events.next())?.data.data.target.name);
  expect(streamed).toEqual(names);
  // A stop does not wait for streams.
  const begun = Date.now();
  const rest = events.rest();
  expect(await second.stop("SIGTERM")).toBe(0);
  expect(await rest).toEqual([]);
  expect(Date.now() - begun).toBeLessThan(patient(15_000));
  await first.stop("SIGKILL");
});
