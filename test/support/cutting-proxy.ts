/** A way to a server that breaks: each connection ends after a number of bytes of the answer. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface CuttingProxy extends AsyncDisposable {
  readonly port: number;
  /** Connections so far. */
  taken(): number;
}

/**
 * @param target the real server, on this machine
 * @param cuts bytes after which the first, second … connection is cut; then from the beginning
 * @param how `reset` as a lost peer, `end` as one that is done
 */
export async function startCuttingProxy(
  target: number,
  cuts: readonly number[],
  how: "reset" | "end",
): Promise<CuttingProxy> {
  let count = 0;
  const open = new Set<Socket>();
  const cut = (socket: Socket) => (how === "reset" ? socket.resetAndDestroy() : socket.end());
  const server = createServer((client) => {
    let left = cuts[count++ % cuts.length] ?? 0;
    const behind = connect(target, "127.0.0.1");
    for (const socket of [client, behind]) {
      open.add(socket.setNoDelay(true));
      socket.on("error", () => undefined);
      socket.on("close", () => {
        open.delete(socket);
        client.destroy();
        behind.destroy();
      });
    }
    client.on("data", (chunk) => behind.writable && behind.write(chunk));
    behind.on("data", (chunk) => {
      const passed = chunk.subarray(0, left);
      left -= passed.length;
      if (passed.length > 0) client.write(passed);
      // What was written has to arrive before the reset, which would overtake it.
      if (left === 0) setTimeout(() => cut(client), 5);
    });
    if (left === 0) setTimeout(() => cut(client), 5);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    taken: () => count,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
