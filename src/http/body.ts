/** Request bodies: bounded while they are read, one media type per route (N-1, N-2, N-5, N-6). */
import { AuthError } from "../errors.ts";

const KIB = 1024;
export const FORM_LIMIT = 64 * KIB;
export const JSON_LIMIT = KIB * KIB;
const FORM_FIELDS = 1_000;
const JSON_DEPTH = 64;
/** A client that sends slower than this is cut off. */
const READ_DEADLINE = 30_000;

const decoder = new TextDecoder("utf-8", { fatal: true });

const tooLarge = (limit: number) =>
  new AuthError("payload_too_large", `the body is larger than ${limit / KIB} KiB`);

const mediaType = (request: Request) =>
  (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";

/** Reads a stream to its end and stops at the limit, whatever the length header said. */
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

function inTime<T>(reading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new AuthError("request_timeout", "the body did not arrive in time"));
    const timer = setTimeout(late, READ_DEADLINE);
    reading.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}

async function readText(request: Request, limit: number): Promise<string> {
  const encoding = request.headers.get("content-encoding");
  if (encoding && encoding.toLowerCase() !== "identity") {
    throw new AuthError("unsupported_media_type", "compressed bodies are not accepted");
  }
  const length = request.headers.get("content-length");
  if (length !== null && Number(length) > limit) throw tooLarge(limit);
  // Asking for `body` makes Node build a web stream, which costs as much as all else of a request. A
  // declared length is enforced by the server, so the fast way is safe; otherwise count on the way.
  if (length === null && !request.body) return "";
  const read =
    length === null && request.body ? readStream(request.body, limit) : request.arrayBuffer();
  const bytes = await inTime<ArrayBuffer | Uint8Array>(read);
  if (bytes.byteLength > limit) throw tooLarge(limit);
  return decode(bytes);
}

function decode(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new AuthError("invalid_request", "the body is not valid UTF-8", { cause });
  }
}

/** A decoded form: texts, and lists for the fields that may repeat. */
export type FormFields = Record<string, string | string[]>;

/** `application/x-www-form-urlencoded`, every field as it was sent. */
export async function readFormParameters(request: Request): Promise<URLSearchParams> {
  const type = mediaType(request);
  if (type !== "application/x-www-form-urlencoded") {
    throw new AuthError("invalid_request", "the body must be application/x-www-form-urlencoded", {
      status: 415,
    });
  }
  const parameters = new URLSearchParams(await readText(request, FORM_LIMIT));
  if (parameters.size > FORM_FIELDS) throw new AuthError("invalid_request", "too many form fields");
  return parameters;
}

/**
 * The known fields of a form. An empty value counts as absent, a repeated known field is refused
 * unless it is in `repeatable`, unknown ones are ignored (RFC 6749 §3.1, §3.2).
 */
export async function readForm(
  request: Request,
  known: ReadonlySet<string>,
  repeatable: ReadonlySet<string>,
): Promise<FormFields> {
  const fields: FormFields = Object.create(null);
  for (const [name, value] of await readFormParameters(request)) {
    if (value === "" || !known.has(name)) continue;
    const before = fields[name];
    if (repeatable.has(name)) {
      if (Array.isArray(before)) before.push(value);
      else fields[name] = [value];
    } else if (before !== undefined) {
      throw new AuthError("invalid_request", `${name} is given more than once`);
    } else {
      fields[name] = value;
    }
  }
  return fields;
}

const FORBIDDEN: ReadonlySet<string> = new Set(["__proto__", "prototype", "constructor"]);

/** Refuses what could reach a prototype or exhaust a recursive reader (N-1, N-6). */
function checkShape(value: unknown, depth: number): void {
  if (value === null || typeof value !== "object") return;
  if (depth >= JSON_DEPTH) {
    throw new AuthError("invalid_request", "", { detail: `nested deeper than ${JSON_DEPTH}` });
  }
  if (Array.isArray(value)) {
    for (const item of value) checkShape(item, depth + 1);
    return;
  }
  for (const [key, member] of Object.entries(value)) {
    if (FORBIDDEN.has(key)) {
      throw new AuthError("invalid_request", "", { detail: `${key} is not an allowed key` });
    }
    checkShape(member, depth + 1);
  }
}

/** A JSON body; `application/json`, `…+json` or no media type at all (auth-wire 1.3). */
export async function readJson(request: Request): Promise<unknown> {
  const type = mediaType(request);
  if (type !== "" && type !== "application/json" && !type.endsWith("+json")) {
    throw new AuthError("unsupported_media_type", "the body must be application/json");
  }
  const text = await readText(request, JSON_LIMIT);
  if (text.trim() === "") {
    throw new AuthError("invalid_request", "", { detail: "the body is empty" });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : "not JSON";
    throw new AuthError("invalid_request", "", {
      detail: `not valid JSON: ${position(detail)}`,
      cause,
    });
  }
  checkShape(value, 0);
  return value;
}

/** The engine's message without the excerpt of the body that some engines add (N-8). */
const position = (message: string) =>
  /(?:at )?position \d+|line \d+ column \d+/.exec(message)?.[0] ?? "syntax error";
