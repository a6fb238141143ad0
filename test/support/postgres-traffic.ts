/**
 * Counts what goes to Postgres: a proxy that reads the client's messages and passes everything on. A connection that
 * listens is not counted: it asks by the clock whether it is still alive.
 */
import { connect, createServer, type Socket } from "node:net";
import { postgresPort } from "./postgres.ts";

export interface PostgresTraffic extends AsyncDisposable {
  readonly port: number;
  /** Statements sent, `begin` and `commit` included. */
  readonly statements: number;
  /** Times that a connection was written to after the server had answered. */
  readonly roundTrips: number;
  reset(): void;
  /** What is connected now stays connected, and nothing passes any more. */
  freeze(): void;
}

/** @param server port of the Postgres on this host */
export async function countTraffic(server: number): Promise<PostgresTraffic> {
  const counts = { statements: 0, roundTrips: 0 };
  const pairs: [Socket, Socket][] = [];
  const proxy = createServer((client) => {
    const upstream = connect(server, "127.0.0.1");
    const read = messageReader();
    let asking = false;
    client.on("data", (bytes) => {
      const { statements, listens } = read(bytes);
      if (!listens) {
        counts.statements += statements;
        if (!asking) counts.roundTrips += 1;
      }
      asking = true;
      upstream.write(bytes);
    });
    upstream.on("data", (bytes) => {
      asking = false;
      client.write(bytes);
    });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.setNoDelay();
      socket.on("error", () => {});
      socket.on("close", () => other.destroy());
    }
    pairs.push([client, upstream]);
  });
  const port = await postgresPort();
  await new Promise<void>((resolve) => proxy.listen(port, "127.0.0.1", resolve));
  return {
    port,
    get statements() {
      return counts.statements;
    },
    get roundTrips() {
      return counts.roundTrips;
    },
    reset() {
      counts.statements = 0;
      counts.roundTrips = 0;
    },
    freeze() {
      for (const socket of pairs.flat()) socket.pause();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of pairs.flat()) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

/** Counts `Query` and `Execute` messages of a client without TLS, also when packets cut them. */
function messageReader(): (bytes: Buffer) => { statements: number; listens: boolean } {
  let rest: Buffer = Buffer.alloc(0);
  let started = false;
  let listens = false;
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    let statements = 0;
    for (;;) {
      const head = started ? 1 : 0; // the start packet has no type
      if (rest.length < head + 4) return { statements, listens };
      const end = head + rest.readUInt32BE(head);
      if (rest.length < end) return { statements, listens };
      const type = started ? String.fromCharCode(rest[0] ?? 0) : "";
      if (type === "Q" || type === "E") statements += 1;
      if (type === "Q" && rest.subarray(5, end).includes("LISTEN")) listens = true;
      started = true;
      rest = rest.subarray(end);
    }
  };
}
