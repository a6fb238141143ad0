/** Request bodies: bounded while they are read, one media type per route (N-1, N-2, N-5, N-6). */

import { AuthError } from "../../errors.ts";
import { writeFault } from "../../settings/document/faults.ts";
import { inexactNumber } from "../../std/exact-numbers.ts";
import { proceed, type Ready } from "../../std/ready.ts";
import {
  MAX_FORM_BYTES,
  MAX_JSON_BYTES,
  mediaType,
  readBodyText,
  refuseUnsafe,
} from "../../web/request-body.ts";

const MAX_FORM_FIELDS = 1_000;

/** A decoded form: texts, and lists for the fields that may repeat. */
export type FormFields = Record<string, string | string[]>;

/**
 * `application/x-www-form-urlencoded`, every field as it was sent.
 * @param limit bytes
 */
export function readFormParameters(
  request: Request,
  limit = MAX_FORM_BYTES,
): Ready<URLSearchParams> {
  const type = mediaType(request);
  if (type !== "application/x-www-form-urlencoded") {
    throw new AuthError("invalid_request", "the body must be application/x-www-form-urlencoded", {
      status: 415,
    });
  }
  return proceed(readBodyText(request, limit), (text) => {
    const parameters = new URLSearchParams(text);
    if (parameters.size <= MAX_FORM_FIELDS) return parameters;
    throw new AuthError("invalid_request", "too many form fields");
  });
}

/**
 * The known fields of a form. An empty value counts as absent, a repeated known field is refused
 * unless it is in `repeatable`, unknown ones are ignored (RFC 6749 §3.1, §3.2).
 */
export const readForm = (
  request: Request,
  known: ReadonlySet<string>,
  repeatable: ReadonlySet<string>,
): Ready<FormFields> =>
  proceed(readFormParameters(request), (parameters) => fieldsOf(parameters, known, repeatable));

function fieldsOf(
  parameters: URLSearchParams,
  known: ReadonlySet<string>,
  repeatable: ReadonlySet<string>,
): FormFields {
  const fields: FormFields = Object.create(null);
  for (const [name, value] of parameters) {
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
  /** Bytes; 1 MiB when absent. */
  readonly limit?: number | undefined;
}

/** A JSON body; `application/json`, `…+json` or no media type at all (auth-wire 1.3). */
export function readJson(request: Request, rules: JsonRules = {}): Ready<unknown> {
  const type = mediaType(request);
  if (type !== "" && type !== "application/json" && !type.endsWith("+json")) {
    throw new AuthError("unsupported_media_type", "the body must be application/json");
  }
  return proceed(readBodyText(request, rules.limit ?? MAX_JSON_BYTES), (text) =>
    parseBody(text, rules),
  );
}

function parseBody(text: string, { exact = false, optional = false }: JsonRules): unknown {
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
