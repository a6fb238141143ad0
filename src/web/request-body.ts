/** Reading a request body: bounded in size, depth and time for every reader (N-1, N-2, N-6). */
import { AuthError } from "../errors.ts";
import { message as sentence } from "../messages/message.ts";
import { withDeadline } from "../std/deadline.ts";
import type { Ready } from "../std/ready.ts";

const KIB = 1024;
/** O3: size limits of a form and of a JSON body. */
export const MAX_FORM_BYTES = 64 * KIB;
export const MAX_JSON_BYTES = KIB * KIB;
const MAX_JSON_DEPTH = 64;
/** A client that sends slower than this is cut off. */
const READ_DEADLINE_MS = 30_000;

const decoder = new TextDecoder("utf-8", { fatal: true });

const tooLarge = (limit: number) =>
  new AuthError("payload_too_large", sentence("refusal.body_large", { most: limit / KIB }));

/** Media type without parameters, in lower case; empty when there is none. */
export const mediaType = (request: Request) =>
  (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";

/** Reads a stream to its end and stops at the limit, even when the length header is wrong. */
async function readStream(body: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel().catch(() => undefined);
      throw tooLarge(limit);
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

function late(): never {
  throw new AuthError("request_timeout", sentence("refusal.body_late"));
}

/**
 * A body that the caller broke off is the caller's fault: the runtimes report it by errors of their own
 * (`ECONNRESET`, `AbortError`, `BadResource`), which would pass for a lost database. A `TypeError` says
 * that the body was read before, by the application that contains the service.
 */
function notArrived(cause: unknown): never {
  if (cause instanceof AuthError) throw cause;
  if (cause instanceof TypeError) {
    const message = "the application has read the body; it can read it through c.req of Hono";
    throw new AuthError("invalid_request", message, { cause });
  }
  throw new AuthError("invalid_request", sentence("refusal.body_cut"), { cause });
}

/** The body as UTF-8; 413 over the limit, 415 for a compressed one, 400 for other bytes or too few. */
export function readBodyText(request: Request, limit: number): Ready<string> {
  const encoding = request.headers.get("content-encoding");
  if (encoding && encoding.toLowerCase() !== "identity") {
    throw new AuthError("unsupported_media_type", "compressed bodies are not accepted");
  }
  const length = request.headers.get("content-length");
  if (length !== null && Number(length) > limit) throw tooLarge(limit);
  // Asking for `body` makes Node build a web stream, which costs as much as all else of a request. A
  // declared length is enforced by the server, so the fast way is safe; otherwise count on the way.
  if (length === null && !request.body) return "";
  const read: Promise<ArrayBuffer | Uint8Array> =
    length === null && request.body ? readStream(request.body, limit) : request.arrayBuffer();
  return withDeadline(read, READ_DEADLINE_MS, late).then((bytes) => {
    if (bytes.byteLength > limit) throw tooLarge(limit);
    return decode(bytes);
  }, notArrived);
}

function decode(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new AuthError("invalid_request", "the body is not valid UTF-8", { cause });
  }
}

const FORBIDDEN: ReadonlySet<string> = new Set(["__proto__", "prototype", "constructor"]);

/** Refuses what could reach a prototype or exhaust a recursive reader (N-1, N-6). */
export function refuseUnsafe(value: unknown, depth = 0): void {
  if (value === null || typeof value !== "object") return;
  if (depth >= MAX_JSON_DEPTH) {
    throw new AuthError("invalid_request", "", { detail: `nested deeper than ${MAX_JSON_DEPTH}` });
  }
  if (Array.isArray(value)) {
    for (const item of value) refuseUnsafe(item, depth + 1);
    return;
  }
  for (const [key, member] of Object.entries(value)) {
    if (FORBIDDEN.has(key)) {
      throw new AuthError("invalid_request", "", { detail: `${key} is not an allowed key` });
    }
    refuseUnsafe(member, depth + 1);
  }
}
