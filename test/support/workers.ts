/** `postern serve --workers 2`: its processes, and connections that stay with one worker. */
import { readFileSync } from "node:fs";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { patient } from "./patience.ts";
import type { RunningServer } from "./server.ts";

export interface SessionRequest {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of tests are read member by member
  readonly body: any;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface AskInit {
  readonly headers?: Record<string, string>;
  readonly form?: Record<string, string>;
  readonly json?: unknown;
}

/** One request; rejects when the connection is refused or breaks off. */
export function ask(
  url: string,
  path: string,
  { headers = {}, form, json }: AskInit = {},
  agent: Agent | false = false,
): Promise<SessionRequest> {
  const { promise, resolve, reject } = Promise.withResolvers<SessionRequest>();
  const body = form ? new URLSearchParams(form).toString() : JSON.stringify(json);
  const type = { "content-type": `application/${form ? "x-www-form-urlencoded" : "json"}` };
  const outgoing = request(
    `${url}${path}`,
    { method: body ? "POST" : "GET", headers: { ...(body && type), ...headers }, agent },
    (incoming) => {
      let text = "";
      incoming.setEncoding("utf8");
      incoming.on("data", (chunk: string) => (text += chunk));
      incoming.on("error", reject);
      incoming.on("end", () => {
        const isJson = incoming.headers["content-type"]?.includes("json");
        const answer: unknown = isJson && text ? JSON.parse(text) : undefined;
        const { statusCode: status = 0, headers } = incoming;
        resolve({ status, body: answer, text, headers });
      });
    },
  );
  outgoing.on("error", reject);
  outgoing.end(body);
  return promise;
}

/** A client whose only connection belongs to one worker. */
export interface WorkerClient {
  readonly worker: number;
  ask(path: string, init?: AskInit): Promise<SessionRequest>;
  close(): void;
}

/** Connects until the worker of this number is met. */
export async function clientOf(
  { url }: RunningServer,
  worker: number,
  adminToken: string,
): Promise<WorkerClient> {
  const headers = { authorization: `Bearer ${adminToken}` };
  for (let tries = 0; tries < 200; tries++) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { body } = await ask(url, "/readyz", { headers }, agent);
    if (body.worker === worker) {
      return {
        worker,
        ask: (path, init) => ask(url, path, init, agent),
        close: () => agent.destroy(),
      };
    }
    agent.destroy();
  }
  throw new Error(`no connection to worker ${worker}`);
}

/** The processes of the workers by their numbers, from the kernel. */
export function pidsOf({ pid }: RunningServer): Map<number, number> {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return new Map(
    children.match(/\d+/g)?.flatMap((child): [number, number][] => {
      const [, seat] =
        /SERVE_WORKER_SEAT=([^\0]+)/.exec(readFileSync(`/proc/${child}/environ`, "utf8")) ?? [];
      return seat ? [[(JSON.parse(seat) as { number: number }).number, Number(child)]] : [];
    }),
  );
}

/** Waits for a line of the log. */
export async function logged(
  server: RunningServer,
  pattern: RegExp,
  from = 0,
  within = patient(60_000),
): Promise<void> {
  const end = Date.now() + within;
  while (!pattern.test(server.output().slice(from))) {
    if (Date.now() > end) throw new Error(`never logged ${pattern}:\n${server.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
