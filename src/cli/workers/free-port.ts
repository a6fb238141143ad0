/** The port that all workers are to listen on, looked at before any of them starts. */
import { type AddressInfo, createServer } from "node:net";
import { listenFault } from "../../adapters/serving.ts";

interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * Takes the port and gives it back: workers that share a port would join another service's workers there
 * without notice. Port 0 becomes a number. Throws `StartError` when the port cannot be had.
 */
export function freePort({ host, port }: Address): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error) => reject(listenFault(error, { host, port })));
    server.listen({ host, port, exclusive: true }, () => {
      const { port: bound } = server.address() as AddressInfo;
      server.close(() => resolve(bound));
    });
  });
}
