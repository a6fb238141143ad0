/** Bodies of the login's POST routes: one media type, bounded while read (L-W14; N-1, N-2, N-6). */
import { AuthError } from "../errors.ts";
import type { JsonObject } from "../std/json-object.ts";
import {
  MAX_FORM_BYTES,
  MAX_JSON_BYTES,
  mediaType,
  readBodyText,
  refuseUnsafe,
} from "../web/request-body.ts";

/** Passkey answers carry keys and certificates. */
export const MAX_WEBAUTHN_BYTES = MAX_JSON_BYTES;
const MAX_FORM_FIELDS = 100;

const undecodable = (cause?: unknown) =>
  new AuthError("invalid_request", "cannot decode the body", { cause });

function requireType(request: Request, expected: string): void {
  if (mediaType(request) !== expected) {
    throw new AuthError("unsupported_media_type", `the body must be ${expected}`);
  }
}

/** What cannot be read says so in one text; limits keep theirs. */
async function readText(request: Request, limit: number): Promise<string> {
  try {
    return await readBodyText(request, limit);
  } catch (cause) {
    if (cause instanceof AuthError && cause.code === "invalid_request") throw undecodable(cause);
    throw cause;
  }
}

/** A JSON object; 415 for another media type, 413 over the limit, 400 for everything else. */
export async function readJsonObject(
  request: Request,
  limit = MAX_FORM_BYTES,
): Promise<JsonObject> {
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
  try {
    refuseUnsafe(value);
  } catch (cause) {
    throw undecodable(cause);
  }
  return value as JsonObject;
}

/** The fields of a form; a repeated one is refused (N-5). */
export async function readFormFields(request: Request): Promise<ReadonlyMap<string, string>> {
  requireType(request, "application/x-www-form-urlencoded");
  const parameters = new URLSearchParams(await readText(request, MAX_FORM_BYTES));
  if (parameters.size > MAX_FORM_FIELDS)
    throw new AuthError("invalid_request", "too many form fields");
  const fields = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (fields.has(name)) throw undecodable();
    fields.set(name, value);
  }
  return fields;
}
