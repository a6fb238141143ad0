/** The one reading of X-User as a trusted front sets it (H-1, H-2; auth-wire 1.5; I-1). */

import { isPlainName } from "../std/canonical-alias.ts";
import { decodeHeaderText } from "../std/header-text.ts";
import { isKeyName } from "../std/reserved-name.ts";
import { trimBlanks } from "../std/trim-blanks.ts";
import type { AskedHeaders } from "./asked-request.ts";

export type HeaderName =
  | { readonly kind: "absent" }
  /** Repeated, blank, under another spelling, or a name that does not show what it is. */
  | { readonly kind: "malformed" }
  | { readonly kind: "named"; readonly name: string };

const LONGEST_NAME = 512;

/**
 * Whether a name that came with a request can be looked up at all: bounded, one value, nothing hidden
 * in it, and no API key's.
 */
export const isUsableName = (name: string): boolean =>
  name !== "" &&
  name.length <= LONGEST_NAME &&
  !name.includes(",") &&
  !isKeyName(name) &&
  isPlainName(name);

export function readXUser(headers: AskedHeaders): HeaderName {
  // Some servers and CGI-like fronts map `_` to `-`; such a spelling is an attempt, never a caller.
  if (headers.has("x_user")) return { kind: "malformed" };
  const raw = headers.get("x-user");
  if (raw === null) return { kind: "absent" };
  const name = decodeHeaderText(trimBlanks(raw));
  return isUsableName(name) ? { kind: "named", name } : { kind: "malformed" };
}
