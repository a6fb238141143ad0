/** The one reading of X-User as a trusted front sets it (H-1, H-2; auth-wire 1.5; I-1). */

import { isPlainName } from "../std/canonical-alias.ts";
import { decodeHeaderText } from "../std/header-text.ts";
import { API_KEY_PREFIX, isKeyName } from "../std/reserved-name.ts";
import { trimBlanks } from "../std/trim-blanks.ts";
import type { RequestHeaders } from "./request-head.ts";

export type HeaderName =
  | { readonly kind: "absent" }
  /** Repeated, blank, under another spelling, or a name that does not show what it is. */
  | { readonly kind: "malformed" }
  | { readonly kind: "named"; readonly name: string }
  /** An API key; without an id where X-User shows it by another name, which is not its own. */
  | { readonly kind: "key"; readonly id?: string };

/** Has the name of an API key, and is on no other request (decision E-3). */
export const API_KEY_NAME = "x-api-key-name";

/** Why a key is refused whose X-User is its owner's, or any other name. */
export const KEY_UNDER_OTHER_NAME =
  "an api key is known here only as api-key:<id>, and X-User names it otherwise";

const MAX_NAME_LENGTH = 512;
const ID_OF_KEY = /^[\w-]{1,128}$/;

/**
 * Whether a name that came with a request can be looked up at all: bounded, one value, nothing hidden
 * in it, and no API key's.
 */
export const isUsableName = (name: string): boolean =>
  name !== "" &&
  name.length <= MAX_NAME_LENGTH &&
  !name.includes(",") &&
  !isKeyName(name) &&
  isPlainName(name);

export function readXUser(headers: RequestHeaders): HeaderName {
  // Some servers and CGI-like fronts map `_` to `-`; such a spelling is an attempt, never a caller.
  if (headers.has("x_user")) return { kind: "malformed" };
  const raw = headers.get("x-user");
  const isKey = ["x_api_key_name", API_KEY_NAME].some(
    (name) => trimBlanks(headers.get(name) ?? "") !== "",
  );
  if (raw === null) return { kind: isKey ? "malformed" : "absent" };
  const name = decodeHeaderText(trimBlanks(raw));
  if (isKey) return keyNamed(name);
  return isUsableName(name) ? { kind: "named", name } : { kind: "malformed" };
}

/** A session of another service can show a key by its owner's address: that is never read as the owner. */
function keyNamed(name: string): HeaderName {
  if (isUsableName(name)) return { kind: "key" };
  if (!name.startsWith(API_KEY_PREFIX)) return { kind: "malformed" };
  const id = name.slice(API_KEY_PREFIX.length);
  return ID_OF_KEY.test(id) ? { kind: "key", id } : { kind: "malformed" };
}
