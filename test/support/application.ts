/** An application behind a proxy: it tells what reaches it, as JSON, and remembers. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "vitest";

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface TellingApplication {
  readonly seen: Seen[];
  /** Host and port. */
  readonly address: string;
  stop(): Promise<void>;
}

/** Answers 200, and 401 where the URL says `refused`. */
export async function startApplication(): Promise<TellingApplication> {
  const seen: Seen[] = [];
  const server: Server = createServer((request, response) => {
    const { method = "", url = "", headers } = request;
    const told = { method, url, headers: headers as Record<string, string> };
    seen.push(told);
    const status = url.includes("refused") ? 401 : 200;
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(told));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    seen,
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Replaces parts of a text; fails when it does not say what something else is put in place of. */
export function put(text: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((before, [from, to]) => {
    expect(before).toContain(from);
    return before.replaceAll(from, to);
  }, text);
}
