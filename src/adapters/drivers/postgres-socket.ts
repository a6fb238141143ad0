/** Sockets that their owner can destroy; postgres.js alone would only say goodbye and wait. */
import { connect, type Socket } from "node:net";
import type { Dsn } from "./dsn.ts";

export interface Sockets {
  /** Connects to the first host that answers; rejects after `deadline` milliseconds each. */
  open(): Promise<Socket>;
  destroy(): void;
}

/** The `socket` option of postgres.js for one client with one connection. */
export function createSockets(dsn: Dsn, deadline: number): Sockets {
  const alive = new Set<Socket>();

  function dial(target: { path: string } | { host: string; port: number }): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect(target);
      alive.add(socket);
      socket.setTimeout(deadline, () => socket.destroy(new Error("no answer to the connect")));
      socket.once("error", reject);
      socket.once("close", () => {
        alive.delete(socket);
        reject(new Error("the connection was closed"));
      });
      socket.once("connect", () => {
        socket.setTimeout(0);
        socket.off("error", reject);
        if (!("path" in target)) Object.assign(socket, { host: target.host }); // TLS server name
        resolve(socket);
      });
    });
  }

  return {
    async open() {
      if (dsn.path !== undefined) return await dial({ path: dsn.path });
      let failure: unknown;
      for (const [index, host] of dsn.hosts.entries()) {
        try {
          return await dial({ host, port: dsn.ports[index] ?? 5432 });
        } catch (error) {
          failure = error;
        }
      }
      throw failure;
    },
    destroy() {
      for (const socket of alive) socket.destroy();
    },
  };
}
