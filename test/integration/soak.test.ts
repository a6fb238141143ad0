/**
 * Rounds of mixed traffic on a real server (issue 32.9): behind each of them lines are empty again, connections are given back, and
 * what stays in memory does not grow with them. A round is so many requests, not so many seconds; an hour of it is `npm run bench`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { eventReader } from "../support/event-stream.ts";
import { temporaryFolder } from "../support/folders.ts";
import type { InnerState } from "../support/inner-state.ts";
import { LONGEST_TEST_MS, patient } from "../support/patience.ts";
import { freePort } from "../support/ports.ts";
import { adminToken, type RunningServer, send, startServer } from "../support/server.ts";
import { startReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";

const ROUNDS = 8;
const TURNS = 24;
/** Turns at a time. */
const AT_ONCE = 6;
/** Pools and memories fill first. */
const FIRST_ROUNDS = 3;
/** Files of the database and timers may come by themselves; what each turn forgot to close would be as many in every round. */
const SLACK = TURNS;
/** What a turn of twenty requests may leave in memories that are bounded; 14 KiB were measured. */
const MOST_LEFT_BYTES = 48 * 1_024;
const CALLBACK = "https://rp.example.com/callback";
const RP = { id: "rp", secret: "rp-secret" };
const PRELOADED = pathToFileURL(join(import.meta.dirname, "../support/inner-state.ts")).href;

/** A server under load, and what can be seen of it from outside. */
class Soaked {
  readonly #server: RunningServer;
  readonly #token: string;
  readonly #file: string;
  readonly #metrics: number;
  #asked = 0;
  /** Roles that were made: each is an event for the webhook. */
  made = 0;

  constructor(server: RunningServer, token: string, file: string, metrics: number) {
    this.#server = server;
    this.#token = token;
    this.#file = file;
    this.#metrics = metrics;
  }

  async manage(method: string, path: string, json?: unknown) {
    const answer = await send(this.#server, method, `/auth/v1${path}`, {
      ...{ bearer: this.#token, json },
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  }

  async #expect(status: number, method: string, path: string, init: Parameters<typeof send>[3]) {
    const answer = await send(this.#server, method, path, init);
    expect(answer.status, `${path}: ${answer.text}`).toBe(status);
    return answer;
  }

  async #tokens(form: Record<string, string>) {
    return (await this.#expect(200, "POST", "/auth/oauth2/token", { basic: RP, form })).body;
  }

  /** A person enters an application by way of the consent page; the application works with its tokens and gives them back. */
  async #flow(): Promise<void> {
    const bearer = this.#token;
    const query = new URLSearchParams({
      ...{ response_type: "code", client_id: RP.id, redirect_uri: CALLBACK },
      ...{ scope: "openid offline_access", state: "s" },
    });
    const begun = await this.#expect(302, "GET", `/auth/oauth2/authorize?${query}`, { bearer });
    const page = await this.#expect(200, "GET", begun.headers.get("location") ?? "", { bearer });
    const field = (name: string) =>
      new RegExp(`name="${name}" value="([^"]+)"`).exec(page.text)?.[1] ?? "";
    const form = { flow: field("flow"), form_token: field("form_token"), action: "approve" };
    const decided = await this.#expect(302, "POST", "/auth/oauth2/consent", { bearer, form });
    const code = new URL(decided.headers.get("location") ?? "").searchParams.get("code") ?? "";
    const redeemed = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
    const first = await this.#tokens(redeemed);
    const { access_token, refresh_token } = await this.#tokens({
      ...{ grant_type: "refresh_token", refresh_token: first.refresh_token },
    });
    await this.#expect(200, "GET", "/auth/oauth2/userinfo", { bearer: access_token });
    for (const token of [access_token, refresh_token]) {
      await this.#expect(200, "POST", "/auth/oauth2/introspect", { basic: RP, form: { token } });
      await this.#expect(200, "POST", "/auth/oauth2/revoke", { basic: RP, form: { token } });
    }
  }

  /** A record that comes and goes, and a list: the audit log, the read model and a webhook. */
  async #administer(name: string): Promise<void> {
    const { payload } = await this.manage("POST", "/roles", { name });
    await this.manage("GET", "/roles");
    await this.manage("DELETE", `/roles/${payload.id}`);
    this.made += 1;
  }

  /** What is refused leaves nothing behind either. */
  async #refused(): Promise<void> {
    await this.#expect(401, "GET", "/auth/oauth2/userinfo", { bearer: `${this.#token}x` });
    await this.#expect(404, "GET", "/auth/v1/nothing", { bearer: this.#token });
    await this.#expect(400, "POST", "/auth/oauth2/token", { basic: RP, form: { code: "none" } });
  }

  /** A reader of events, who leaves. */
  async #stream(): Promise<void> {
    const headers = { accept: "text/event-stream", authorization: `Bearer ${this.#token}` };
    const answer = await fetch(`${this.#server.url}/auth/v1/events?after=0`, { headers });
    const reader = eventReader(answer);
    expect((await reader.next())?.id).toBeDefined();
    await reader.cancel();
  }

  /** A caller who goes in the middle of a request. */
  async #cutOff(): Promise<void> {
    const { hostname, port } = new URL(this.#server.url);
    const socket = connect(Number(port), hostname);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    const head = "POST /auth/oauth2/token HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n";
    socket.write(`${head}grant_type=`, () => socket.destroy());
    await closed;
  }

  async round(round: number): Promise<void> {
    let next = 0;
    const worker = async () => {
      while (next < TURNS) {
        const turn = next++;
        await this.#flow();
        await this.#administer(`r${round}-${turn}`);
        await this.#refused();
        await this.#cutOff();
        if (turn % 4 === 0) await this.#stream();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }

  /** The sum of what waits in lines of the process, by its own metrics. */
  async waiting(): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${this.#metrics}/metrics`)).text();
    const lines = text.split("\n").filter((line) => WAITING.test(line));
    expect(lines.length).toBeGreaterThan(4);
    return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0);
  }

  async inside(): Promise<InnerState> {
    this.#asked += 1;
    process.kill(this.#server.pid, "SIGUSR2");
    const read = () => {
      try {
        return JSON.parse(readFileSync(this.#file, "utf8")) as InnerState;
      } catch {
        return undefined;
      }
    };
    await expect.poll(() => read()?.asked, { timeout: patient(20_000) }).toBe(this.#asked);
    return read() as InnerState;
  }

  /** Files and connections that the process has open. */
  open(): number {
    return readdirSync(`/proc/${this.#server.pid}/fd`).length;
  }
}

/** Metrics of what waits, and of readers who are there. */
const WAITING =
  /^postern_((mails|logouts|revocations|audit)_waiting|events_streams|\w+\{(.*,)?state="waiting".*\})[ {]/;

/** Until everything is as before a round. */
async function quiet(soaked: Soaked, receiver: WebhookReceiver): Promise<void> {
  const options = { timeout: patient(90_000), interval: 200 };
  const told = () => receiver.received.filter(({ body }) => body.type === "role.created").length;
  await expect.poll(told, options).toBe(soaked.made);
  const state = async () => (await soaked.manage("GET", "/webhook-deliveries/hook")).payload.state;
  await expect.poll(state, options).toBe("up_to_date");
  await expect.poll(() => soaked.waiting(), options).toBe(0);
}

const sum = (numbers: Readonly<Record<string, number>>) =>
  Object.values(numbers).reduce((all, one) => all + one, 0);

test(
  "rounds of mixed traffic leave nothing behind",
  async () => {
    await using receiver = await startReceiver();
    const folder = temporaryFolder();
    const file = join(folder, "state.json");
    const metrics = await freePort(29_700, 90);
    await using server = await startServer({
      runtime: "node",
      env: {
        POSTERN_SERVER__METRICS__PORT: String(metrics),
        INNER_STATE: file,
        NODE_OPTIONS: `--import=${PRELOADED}`,
      },
    });
    const soaked = new Soaked(server, await adminToken(server), file, metrics);
    await soaked.manage("PUT", "/settings/oauth2", { value: { internal_hosts: ["127.0.0.1"] } });
    const config = { client_secret: RP.secret, redirect_uris: [CALLBACK] };
    await soaked.manage("PUT", `/oauth/clients/${RP.id}`, { config });
    await soaked.manage("PUT", "/webhooks/hook", {
      config: { url: receiver.url, types: ["role.*"] },
    });

    const heaps: number[] = [];
    const handles: number[] = [];
    const files: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await soaked.round(round);
      await quiet(soaked, receiver);
      const most = { handles: handles[FIRST_ROUNDS - 1], files: files[FIRST_ROUNDS - 1] };
      const limit = (before: number | undefined) => (before ?? Number.POSITIVE_INFINITY) + SLACK;
      // Connections that callers keep open end when they were not used for some seconds.
      const options = { timeout: patient(60_000), interval: 500 };
      await expect.poll(() => soaked.open(), options).toBeLessThanOrEqual(limit(most.files));
      await expect
        .poll(async () => sum((await soaked.inside()).resources), options)
        .toBeLessThanOrEqual(limit(most.handles));
      const state = await soaked.inside();
      heaps.push(state.heapBytes);
      handles.push(sum(state.resources));
      files.push(soaked.open());
    }

    const grown = (heaps.at(-1) ?? 0) - (heaps[FIRST_ROUNDS - 1] ?? 0);
    const perTurn = grown / ((ROUNDS - FIRST_ROUNDS) * TURNS);
    const shown = heaps.map((heap) => Math.round(heap / 1_024)).join(" ");
    expect(perTurn, `KiB: ${shown}`).toBeLessThan(MOST_LEFT_BYTES);
    expect(server.output()).not.toMatch(/"level":"error"/);
    expect(await server.stop()).toBe(0);
  },
  LONGEST_TEST_MS,
);
