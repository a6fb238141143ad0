/** Functions that encode and decode. */

import type { Budget } from "../budget.ts";
import { toJson, toPrettyJson, toRawJson } from "../to-json.ts";
import { utf8Bytes, utf8Text } from "../utf8.ts";
import { goValue, type Value } from "../value.ts";
import { decodeBase32, decodeBase64, encodeBase32, encodeBase64 } from "./base-encodings.ts";
import { failure, type Library, takes, withMust } from "./define.ts";
import { adler32, sha1, sha256, sha512 } from "./hashes.ts";

/** What cannot be decoded gives Go's message in place of the text, as existing templates know it. */
const decoded = (bytes: Uint8Array | undefined, encoding: string) =>
  bytes ? utf8Text(bytes) : `illegal ${encoding} data`;

/** A number that no float64 holds makes the text invalid, as for Go. */
function held(_: string, value: unknown): unknown {
  if (typeof value !== "number" || Number.isFinite(value)) return value;
  throw new RangeError("a number is out of range");
}

/** Numbers are those of JSON data. */
function parsed(text: string): { value: Value } | undefined {
  try {
    return { value: goValue(JSON.parse(text, held)) };
  } catch {
    return undefined;
  }
}

const encoder = (encode: (value: Value, budget: Budget) => string) =>
  takes(["any"], ([value], budget) => encode(value, budget));

/** A digest is far more work than a step, for each block of 64 bytes. */
const HASH_COST = 400;

const hash = (digest: (bytes: Uint8Array) => string) =>
  takes(["text"], ([text], budget) => {
    const bytes = utf8Bytes(text);
    budget.spend(HASH_COST * (1 + Math.ceil(bytes.length / 64)));
    return digest(bytes);
  });

const json: Library = {
  toJson: encoder(toJson),
  toPrettyJson: encoder(toPrettyJson),
  toRawJson: encoder(toRawJson),
};

export const encodings: Library = {
  ...withMust(Object.keys(json), json),
  fromJson: takes(["text"], ([text]) => parsed(text)?.value ?? null),
  mustFromJson: takes(["text"], ([text]) => {
    const found = parsed(text);
    if (!found) throw failure("invalid JSON");
    return found.value;
  }),
  b64enc: takes(["text"], ([text]) => encodeBase64(utf8Bytes(text))),
  b64dec: takes(["text"], ([text]) => decoded(decodeBase64(text), "base64")),
  b32enc: takes(["text"], ([text]) => encodeBase32(utf8Bytes(text))),
  b32dec: takes(["text"], ([text]) => decoded(decodeBase32(text), "base32")),
  sha1sum: hash(sha1),
  sha256sum: hash(sha256),
  sha512sum: hash(sha512),
  adler32sum: hash(adler32),
};
