/** Stops a Node server without cutting a request that is being answered. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { settled } from "../serving.ts";

export interface Drain {
  /** Ends these connections, each as soon as no request of it runs, so that they have to be opened anew. */
  retire(which: (socket: Socket) => boolean): void;
  stop(graceMs: number): Promise<void>;
}

/** How long the first request of a connection that was just accepted may be on its way. */
const ON_ITS_WAY_MS = 500;

/**
 * Node's own `close` leaves a connection open that becomes idle after its last answer, and does not
 * count one that never sent a request. So the connections are counted here.
 */
export function drainable(server: Server, secure: boolean): Drain {
  /** All sockets below, with TLS or without; the last resort. */
  const raw = new Set<Socket>();
  /** Sockets that carry requests, with the number of requests that run. */
  const carriers = new Map<Socket, number>();
  /** Those of them that have not asked for anything yet. */
  const silent = new Set<Socket>();
  const retired = new WeakSet<Socket>();
  let stopping = false;

  server.on("connection", (socket: Socket) => {
    raw.add(socket);
    socket.once("close", () => raw.delete(socket));
    // Errors of a connection are the client's; without a listener they would end the process.
    socket.on("error", () => {});
  });
  server.on(secure ? "secureConnection" : "connection", (socket: Socket) => {
    carriers.set(socket, 0);
    silent.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => {
      carriers.delete(socket);
      silent.delete(socket);
    });
  });
  server.prependListener("request", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming;
    silent.delete(socket);
    carriers.set(socket, (carriers.get(socket) ?? 0) + 1);
    if (stopping || retired.has(socket)) outgoing.shouldKeepAlive = false;
    outgoing.once("close", () => {
      const running = (carriers.get(socket) ?? 1) - 1;
      if (carriers.has(socket)) carriers.set(socket, running);
      if ((stopping || retired.has(socket)) && running === 0) end(socket);
    });
  });

  /** Lets what was written go out first. */
  function end(socket: Socket): void {
    socket.end(() => socket.destroy());
  }

  return {
    retire(which) {
      for (const [socket, running] of carriers) {
        if (!which(socket)) continue;
        retired.add(socket);
        if (running === 0) end(socket);
      }
    },
    async stop(graceMs) {
      stopping = true;
      // The one of HTTP would also cut connections whose first request is on its way.
      const closed = new Promise<void>((resolve) => {
        NetServer.prototype.close.call(server, () => resolve());
      });
      for (const [socket, running] of carriers) {
        if (running === 0 && !silent.has(socket)) end(socket);
      }
      const late = setTimeout(() => silent.forEach(end), Math.min(ON_ITS_WAY_MS, graceMs));
      if (!(await settled(closed, graceMs))) {
        for (const socket of raw) socket.destroy();
        await closed;
      }
      clearTimeout(late);
      server.close(() => undefined); // what HTTP has to tidy up
    },
  };
}
