/** Stops a Node server without cutting a request that is being answered. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { settled } from "../serving.ts";

export interface Drain {
  stop(graceMs: number): Promise<void>;
}

/**
 * Node's own `close` leaves a connection open that becomes idle after its last answer, and does not
 * count one that never sent a request. So the connections are counted here.
 */
export function drainable(server: Server, secure: boolean): Drain {
  /** All sockets below, with TLS or without; the last resort. */
  const raw = new Set<Socket>();
  /** Sockets that carry requests, with the number of requests that run. */
  const carriers = new Map<Socket, number>();
  let stopping = false;

  server.on("connection", (socket: Socket) => {
    raw.add(socket);
    socket.once("close", () => raw.delete(socket));
    // Errors of a connection are the client's; without a listener they would end the process.
    socket.on("error", () => {});
  });
  server.on(secure ? "secureConnection" : "connection", (socket: Socket) => {
    carriers.set(socket, 0);
    socket.on("error", () => {});
    socket.once("close", () => carriers.delete(socket));
  });
  server.prependListener("request", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming;
    carriers.set(socket, (carriers.get(socket) ?? 0) + 1);
    if (stopping) outgoing.shouldKeepAlive = false;
    outgoing.once("close", () => {
      const running = (carriers.get(socket) ?? 1) - 1;
      if (carriers.has(socket)) carriers.set(socket, running);
      if (stopping && running === 0) end(socket);
    });
  });

  /** Lets what was written go out first. */
  function end(socket: Socket): void {
    socket.end(() => socket.destroy());
  }

  return {
    async stop(graceMs) {
      stopping = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const [socket, running] of carriers) if (running === 0) end(socket);
      if (await settled(closed, graceMs)) return;
      for (const socket of raw) socket.destroy();
      await closed;
    },
  };
}
