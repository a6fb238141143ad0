/** Syslog over TLS (RFC 5425): one connection, each message with its length in front. */
import { readFile } from "node:fs/promises";
import { connect, type TLSSocket } from "node:tls";
import type { LogSink, SyslogSinkOptions } from "../../runtime/log-sink.ts";

/** Milliseconds for a connection, and for a batch. */
const PATIENCE_MS = 10_000;

const frame = (message: string): string => `${Buffer.byteLength(message)} ${message}`;

const textOf = (path: string) => (path === "" ? undefined : readFile(path, "utf8"));

async function opened(options: SyslogSinkOptions): Promise<TLSSocket> {
  const { host, port, ca_file, cert_file, key_file } = options;
  const [ca, cert, key] = await Promise.all([ca_file, cert_file, key_file].map(textOf));
  const socket = connect({
    ...{ host, port, servername: host, minVersion: "TLSv1.2" },
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
  });
  // It may end at any time, also while nothing is written.
  socket.on("error", () => undefined);
  // A collector says nothing; what it says is not kept.
  socket.resume();
  await settle(socket, (done) => socket.once("secureConnect", done));
  return socket;
}

/** Resolves when `begin` calls back, rejects when the connection ends before it or time is up. */
function settle(socket: TLSSocket, begin: (done: () => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (how: () => void) => {
      clearTimeout(timer);
      socket.off("error", failed);
      socket.off("close", closed);
      how();
    };
    const failed = (error: Error) => finish(() => reject(error));
    const closed = () => finish(() => reject(new Error("the collector ended the connection")));
    const late = () => {
      socket.destroy();
      finish(() => reject(new Error("the collector does not answer in time")));
    };
    const timer = setTimeout(late, PATIENCE_MS);
    socket.once("error", failed);
    socket.once("close", closed);
    begin(() => finish(resolve));
  });
}

/**
 * Syslog has no receipt: what was written when a connection ends may not have arrived. So the last batch of a connection
 * that has ended is written once more on the next one; a collector may have it twice, and knows it by its number.
 */
export function syslogSink(options: SyslogSinkOptions): LogSink {
  let socket: TLSSocket | undefined;
  let last = "";
  return {
    async write(lines) {
      if (socket && (socket.destroyed || !socket.writable)) socket = undefined;
      const again = socket ? "" : last;
      socket ??= await opened(options);
      const now = socket;
      const batch = lines.map(frame).join("");
      try {
        await settle(now, (done) => now.write(again + batch, () => done()));
      } catch (error) {
        now.destroy();
        socket = undefined;
        throw error;
      }
      last = batch;
    },
    async [Symbol.asyncDispose]() {
      const now = socket;
      socket = undefined;
      if (!now || now.destroyed) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => now.destroy(), 1_000);
        now.once("close", () => {
          clearTimeout(timer);
          resolve();
        });
        now.end();
      });
    },
  };
}
