/** One request as bytes, for what `fetch` would not send. */
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { patient } from "./patience.ts";

/**
 * What came back until it matches, or until the connection ended.
 * @param origin scheme, host and port; any certificate is taken
 * @param later sent when the first of the answer is there
 * @param patience milliseconds of silence after which the client leaves
 */
export function rawRequest(
  origin: string,
  text: string,
  until = /\r\n\r\n/,
  later = "",
  patience = patient(10_000),
): Promise<string> {
  const { protocol, hostname: host, port } = new URL(origin);
  const place = { host: host.replace(/^\[(.*)\]$/, "$1"), port: Number(port) };
  const socket: Socket =
    protocol === "https:"
      ? connectTls({ ...place, servername: host, rejectUnauthorized: false })
      : connect(place);
  return new Promise((resolve, reject) => {
    let told = "";
    const end = () => {
      socket.destroy();
      resolve(told);
    };
    socket.setTimeout(patience, end);
    socket.on("error", (error) => (told === "" ? reject(error) : end()));
    socket.on("end", end);
    socket.on("close", end);
    socket.on("data", (chunk) => {
      if (told === "" && later !== "") socket.write(later, "latin1");
      told += chunk.toString("latin1");
      if (until.test(told)) end();
    });
    socket.write(text, "latin1");
  });
}
