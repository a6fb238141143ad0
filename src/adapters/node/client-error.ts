/** Answers to what is not HTTP, too large or too slow: a status and one line, never a stack. */
import type { Socket } from "node:net";
import type { Refusal } from "../limits.ts";
import { LIMITS } from "../serving.ts";

const PHRASES = {
  400: "Bad Request",
  408: "Request Timeout",
  414: "URI Too Long",
  431: "Request Header Fields Too Large",
  500: "Internal Server Error",
} as const;

const LINGER_MS = 500;

interface ClientError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

/** Listener of `clientError`; the socket is gone afterwards. */
export function answerClientError(error: ClientError, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const { status, message } = refusalOf(error);
  const body = JSON.stringify({ message });
  socket.end(
    `HTTP/1.1 ${status} ${PHRASES[status]}\r\ncontent-type: application/json\r\n` +
      `content-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
  // What it still sends is read and dropped for a moment: a reset would overtake the answer.
  socket.removeAllListeners("data");
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function refusalOf({ code, rawPacket }: ClientError): Refusal {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return isLongTarget(rawPacket)
        ? { status: 414, message: "the URL is too long" }
        : { status: 431, message: "the headers are too large" };
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return { status: 408, message: "the request took too long" };
    default:
      return { status: 400, message: "malformed request" };
  }
}

/** Whether the packet begins with a request line that alone breaks the limit of the URL. */
function isLongTarget(packet: Buffer | undefined): boolean {
  if (!packet || !/^[A-Z]+ \S/.test(packet.toString("latin1", 0, 16))) return false;
  const end = packet.indexOf("\r\n");
  return end < 0 ? packet.length > LIMITS.url : end > LIMITS.url;
}
