/** Bodies of the login's POST routes: one media type, bounded while read (L-W14; N-1, N-2, N-6). */
import { AuthError } from "../../errors.ts";

const KIB = 1024;
export const BODY_LIMIT = 64 * KIB;
/** Passkey answers carry keys and certificates. */
export const WEBAUTHN_LIMIT = KIB * KIB;
const JSON_DEPTH = 64;
const FORM_FIELDS = 100;
/** A client that sends slower than this is cut off. */
const DEADLINE = 30_000;

export type JsonObject = Readonly<Record<string, unknown>>;

const decoder = new TextDecoder("utf-8", { fatal: true });

const tooLarge = (limit: number) =>
  new AuthError("payload_too_large", `the body is larger than ${limit / KIB} KiB`);

const undecodable = (cause?: unknown) =>
  new AuthError("invalid_request", "cannot decode the body", { cause });

function requireType(request: Request, expected: string): void {
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
  const encoding = request.headers.get("content-encoding") ?? "identity";
  if (encoding.toLowerCase() !== "identity") {
    throw new AuthError("unsupported_media_type", "compressed bodies are not accepted");
  }
  if (type.trim().toLowerCase() !== expected) {
    throw new AuthError("unsupported_media_type", `the body must be ${expected}`);
  }
}

/** Stops at the limit and at the deadline, whatever the length header said. */
async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    reader.cancel().catch(() => undefined);
  }, DEADLINE);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
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
  } finally {
    clearTimeout(timer);
  }
  if (late) throw new AuthError("request_timeout", "the body did not arrive in time");
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

async function readText(request: Request, limit: number): Promise<string> {
  const bytes = await readBytes(request, limit);
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw undecodable(cause);
  }
}

const FORBIDDEN: ReadonlySet<string> = new Set(["__proto__", "prototype", "constructor"]);

/** Refuses what could reach a prototype or exhaust a recursive reader. */
function checkShape(value: unknown, depth: number): void {
  if (value === null || typeof value !== "object") return;
  if (depth >= JSON_DEPTH) throw undecodable();
  for (const [key, member] of Object.entries(value)) {
    if (FORBIDDEN.has(key)) throw undecodable();
    checkShape(member, depth + 1);
  }
}

/** A JSON object; 415 for another media type, 413 over the limit, 400 for everything else. */
export async function readJsonObject(request: Request, limit = BODY_LIMIT): Promise<JsonObject> {
  requireType(request, "application/json");
  const text = await readText(request, limit);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The engine's message repeats the body, which holds a password.
    throw undecodable();
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) throw undecodable();
  checkShape(value, 0);
  return value as JsonObject;
}

/** The fields of a form; a repeated one is refused (N-5). */
export async function readFormFields(request: Request): Promise<ReadonlyMap<string, string>> {
  requireType(request, "application/x-www-form-urlencoded");
  const parameters = new URLSearchParams(await readText(request, BODY_LIMIT));
  if (parameters.size > FORM_FIELDS) throw new AuthError("invalid_request", "too many form fields");
  const fields = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (fields.has(name)) throw undecodable();
    fields.set(name, value);
  }
  return fields;
}

/** A member that is a text. */
export const textOf = (body: JsonObject, name: string): string | undefined => {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  return typeof value === "string" ? value : undefined;
};
