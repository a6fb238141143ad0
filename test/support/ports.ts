/**
 * Ports for servers of tests. Test files run side by side, and a port is taken only some time after it was found
 * free: each worker of the runner has the ports of its own remainder, and hands out none of them twice in a row.
 */
import { connect, createServer } from "node:net";
import process from "node:process";

/** At least as many as workers run at once (`vitest.config.ts`, `scripts/test.ts`). */
const LANES = 3;
const lane = Number(process.env.VITEST_POOL_ID ?? 0) % LANES;
const given = new Set<number>();

/** A free port of at least `first` and below `first + count`. */
export async function freePort(first: number, count: number): Promise<number> {
  for (;;) {
    const port = first + Math.floor(Math.random() * Math.floor(count / LANES)) * LANES + lane;
    if (given.has(port) || !(await isFree(port))) continue;
    // Those that were handed out long ago are taken by now, or free again.
    if (given.size > 20) given.clear();
    given.add(port);
    return port;
  }
}

/** Whether nothing listens on the port. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

/** Whether a server takes connections there. */
export const takesConnections = (port: number, host = "127.0.0.1"): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, host);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
