/** Request bodies: bounded while they are read, one media type per route (N-1, N-2, N-5, N-6). */
import { AuthError } from "../errors.ts";
import { writeFault } from "../settings/document/faults.ts";
import { inexactNumber } from "../std/exact-numbers.ts";
import {
  FORM_LIMIT,
  JSON_LIMIT,
  mediaType,
  readBodyText,
  refuseUnsafe,
} from "../web/request-body.ts";

const FORM_FIELDS = 1_000;

/** A decoded form: texts, and lists for the fields that may repeat. */
export type FormFields = Record<string, string | string[]>;

/**
 * `application/x-www-form-urlencoded`, every field as it was sent.
 * @param limit bytes
 */
export async function readFormParameters(
  request: Request,
  limit = FORM_LIMIT,
): Promise<URLSearchParams> {
  const type = mediaType(request);
  if (type !== "application/x-www-form-urlencoded") {
    throw new AuthError("invalid_request", "the body must be application/x-www-form-urlencoded", {
      status: 415,
    });
  }
  const parameters = new URLSearchParams(await readBodyText(request, limit));
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

export interface JsonRules {
  /** Refuses a number that would lose digits, for documents that are given back as they came. */
  readonly exact?: boolean | undefined;
  /** No body at all is an empty object. */
  readonly optional?: boolean | undefined;
}

/** A JSON body; `application/json`, `…+json` or no media type at all (auth-wire 1.3). */
export async function readJson(
  request: Request,
  { exact = false, optional = false }: JsonRules = {},
): Promise<unknown> {
  const type = mediaType(request);
  if (type !== "" && type !== "application/json" && !type.endsWith("+json")) {
    throw new AuthError("unsupported_media_type", "the body must be application/json");
  }
  const text = await readBodyText(request, JSON_LIMIT);
  if (text.trim() === "") {
    if (optional) return {};
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
  refuseUnsafe(value);
  const inexact = exact ? inexactNumber(text) : undefined;
  if (inexact) {
    const reason = "has more digits than a number can keep; write it as text";
    throw new AuthError("invalid_request", "", {
      detail: writeFault({ path: inexact, reason }, "body"),
    });
  }
  return value;
}

/** The engine's message without the excerpt of the body that some engines add (N-8). */
const position = (message: string) =>
  /(?:at )?position \d+|line \d+ column \d+/.exec(message)?.[0] ?? "syntax error";
