/** A bench server listens on a free loopback port and tells its parent which. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

export function announce(server: Pick<Server, "listen" | "address">): void {
  server.listen(Number(process.env.BENCH_PORT), "127.0.0.1", () => {
    process.send?.({ port: (server.address() as AddressInfo).port });
  });
}
