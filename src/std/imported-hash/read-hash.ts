/**
 * What another service calls a password hash, read into the form in which it is kept here: of the libraries and products
 * whose hashes say everything that a check needs.
 */
import { decodeBase64 } from "../base64.ts";
import { trimEnd } from "../trim-end.ts";
import {
  DIGEST_BYTES,
  type Digest,
  faultOf,
  type ImportedHash,
  writeImportedHash,
} from "./imported-hash.ts";

/** `cost`: a check would take too long, or too much memory. `form`: of a known scheme and not well formed. */
export type HashRefusal = "unknown" | "form" | "cost";

export type ReadHash =
  /** As it is kept: of bcrypt and argon2id as it came. */
  { readonly hash: string } | { readonly refused: HashRefusal };

/** Of a bcrypt hash that is written: one step more doubles the time of every check (E-1, R-9). */
export const MAX_BCRYPT_COST = 12;
/** KiB of one argon2id check, and KiB times passes. */
const MAX_ARGON2_MEMORY_KIB = 131_072;
const MAX_ARGON2_WORK = 524_288;
const MAX_ARGON2_PASSES = 10;
const MAX_ARGON2_LANES = 8;
const MAX_LENGTH = 1_024;

const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
const ARGON2 =
  /^\$argon2id\$v=19\$m=(\d{1,10}),t=(\d{1,10}),p=(\d{1,8})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

const refused = (reason: HashRefusal): ReadHash => ({ refused: reason });
const form = refused("form");
const encoder = new TextEncoder();

type Bytes = Uint8Array<ArrayBuffer>;

/** Base64 with padding or without, and with `.` in the place of `+`, as passlib writes it. */
function base64Of(text: string | undefined): Bytes | undefined {
  const body = trimEnd((text ?? "").replaceAll(".", "+"), "=");
  return decodeBase64(body.padEnd(Math.ceil(body.length / 4) * 4, "="));
}

function hexOf(text: string | undefined): Bytes | undefined {
  if (!text || text.length % 2 > 0 || !/^[0-9A-Fa-f]+$/.test(text)) return undefined;
  return Uint8Array.from({ length: text.length / 2 }, (_, at) =>
    Number.parseInt(text.slice(2 * at, 2 * at + 2), 16),
  );
}

const numberOf = (text: string | undefined): number =>
  /^\d{1,10}$/.test(text ?? "") ? Number(text) : 0;

/** The binary logarithm of N, which has to be a power of two. */
const logOf = (text: string | undefined): number => {
  const log = Math.log2(numberOf(text));
  return Number.isInteger(log) ? log : 0;
};

/** A hash that is known by its parts, as it is kept, or why not. */
function keptHash(hash: ImportedHash): ReadHash {
  const fault = faultOf(hash);
  return fault === undefined ? { hash: writeImportedHash(hash) } : refused(fault);
}

function pbkdf2(
  digest: string | undefined,
  rounds: string | undefined,
  salt: Bytes | undefined,
  key: Bytes | undefined,
): ReadHash {
  if (!digest || !Object.hasOwn(DIGEST_BYTES, digest)) return refused("unknown");
  if (!salt || !key) return form;
  const iterations = numberOf(rounds);
  return keptHash({ kind: "pbkdf2", digest: digest as Digest, iterations, salt, key });
}

function scrypt(
  [log, block, lanes]: readonly number[],
  salt: Bytes | undefined,
  key: Bytes | undefined,
): ReadHash {
  if (!salt || !key) return form;
  return keptHash({
    ...{ kind: "scrypt", log: log ?? 0, block: block ?? 0, lanes: lanes ?? 0 },
    ...{ salt, key },
  });
}

function bcrypt(text: string): ReadHash {
  const cost = numberOf(BCRYPT.exec(text)?.[1]);
  if (cost < 4 || cost > 31) return form;
  return cost > MAX_BCRYPT_COST ? refused("cost") : { hash: text };
}

function argon2id(padded: string): ReadHash {
  const text = padded
    .split("$")
    .map((field) => trimEnd(field, "="))
    .join("$");
  const [, memory = 0, passes = 0, lanes = 0] = (ARGON2.exec(text) ?? []).map(Number);
  if (lanes < 1 || passes < 1 || memory < 8 * lanes) return form;
  const isCheap =
    memory <= MAX_ARGON2_MEMORY_KIB &&
    memory * passes <= MAX_ARGON2_WORK &&
    passes <= MAX_ARGON2_PASSES &&
    lanes <= MAX_ARGON2_LANES;
  return isCheap ? { hash: text } : refused("cost");
}

/** `v=1,n=14,r=8,p=1,ss=Bw==,sk=…`: what Firebase shows of a project, and salt and hash of an account. */
function firebase(parameters: string, salted: string | undefined, hashed: string | undefined) {
  const given = new Map(
    parameters.split(",").map((one) => {
      const at = one.indexOf("=");
      return [one.slice(0, at), one.slice(at + 1)] as const;
    }),
  );
  const [salt, key] = [base64Url(salted), base64Url(hashed)];
  const [separator, signer] = [base64Url(given.get("ss") ?? ""), base64Url(given.get("sk"))];
  if (!salt || !key || !separator || !signer || given.get("p") !== "1") return form;
  const [log, block] = [numberOf(given.get("n")), numberOf(given.get("r"))];
  return keptHash({ kind: "firebase", log, block, salt, separator, signer, key });
}

/** Either alphabet. */
const base64Url = (text: string | undefined): Bytes | undefined =>
  base64Of(text?.replaceAll("-", "+").replaceAll("_", "/"));

/** `$id$…`: the modular crypt format, and the PHC string format. */
function modular(text: string): ReadHash {
  const [, id = "", ...fields] = text.split("$");
  const [first = "", second, third, ...more] = fields;
  if (/^2[aby]$/.test(id)) return bcrypt(text);
  if (id === "argon2id") return argon2id(text);
  if (more.length > 0) return refused("unknown");
  const salt = base64Of(second);
  const key = base64Of(third);
  if (id === "scrypt") {
    const [, ...cost] = (/^ln=(\d{1,2}),r=(\d{1,8}),p=(\d{1,8})$/.exec(first) ?? []).map(Number);
    return cost.length > 0 ? scrypt(cost, salt, key) : form;
  }
  if (id === "fbscrypt") return firebase(first, second, third);
  if (!/^pbkdf2(?:-sha(?:1|256|512))?$/.test(id)) return refused("unknown");
  // passlib writes the number alone.
  const [, rounds] = /^(?:i=)?(\d{1,10})(?:,l=\d{1,3})?$/.exec(first) ?? [];
  return pbkdf2(id.slice("pbkdf2-".length) || "sha1", rounds, salt, key);
}

/** Django: `pbkdf2_sha256$rounds$salt$key`, `scrypt$N$salt$r$p$key`; Werkzeug: `pbkdf2:sha256:rounds$salt$key` in hexadecimal. */
function named(text: string): ReadHash {
  const [head = "", ...fields] = text.split("$");
  const rest = text.slice(head.length + 1);
  if (head === "argon2") return argon2id(`$${rest}`);
  if (head === "bcrypt") return bcrypt(rest);
  const [scheme, ...parameters] = head.split(":");
  if (parameters.length > 0) {
    const salt = encoder.encode(fields[0]);
    const key = hexOf(fields[1]);
    if (fields.length !== 2) return form;
    if (scheme === "pbkdf2") return pbkdf2(parameters[0], parameters[1], salt, key);
    if (scheme !== "scrypt") return refused("unknown");
    const [n, r, p] = parameters;
    return scrypt([logOf(n), numberOf(r), numberOf(p)], salt, key);
  }
  const [first, salt, ...others] = fields;
  const salted = salt === undefined ? undefined : encoder.encode(salt);
  if (head === "scrypt" && others.length === 3) {
    const [r, p, key] = others;
    return scrypt([logOf(first), numberOf(r), numberOf(p)], salted, base64Of(key));
  }
  const [, digest] = /^pbkdf2_(sha1|sha256|sha512)$/.exec(head) ?? [];
  if (digest === undefined) return refused("unknown");
  return others.length === 1 ? pbkdf2(digest, first, salted, base64Of(others[0])) : form;
}

const SALTED: Readonly<Record<string, Digest>> = {
  ssha: "sha1",
  ssha256: "sha256",
  ssha384: "sha384",
  ssha512: "sha512",
};

/** `{NAME}…` of directories (RFC 2307 and what came of it). */
function braced(text: string): ReadHash {
  const end = text.indexOf("}");
  const name = text.slice(1, end).toLowerCase();
  const rest = text.slice(end + 1);
  if (name === "crypt" || name === "bcrypt") {
    return rest.startsWith("$2") ? bcrypt(rest) : refused("unknown");
  }
  if (name === "argon2") return argon2id(rest);
  const derivation = /^pbkdf2(?:-(sha1|sha256|sha512))?$/.exec(name);
  if (derivation) {
    const [rounds, salt, key, ...more] = rest.split("$");
    if (more.length > 0) return form;
    return pbkdf2(derivation[1] ?? "sha1", rounds, base64Of(salt), base64Of(key));
  }
  const salted = Object.hasOwn(SALTED, name) ? SALTED[name] : undefined;
  if (salted === undefined) return refused("unknown");
  const both = base64Of(rest);
  if (!both) return form;
  const at = DIGEST_BYTES[salted];
  return keptHash({ kind: "salted", digest: salted, key: both.slice(0, at), salt: both.slice(at) });
}

/** The hash in a text of another service. Nothing is computed. */
export function readForeignHash(given: string): ReadHash {
  const text = given.trim();
  if (text.length > MAX_LENGTH) return refused("unknown");
  if (text.startsWith("$")) return modular(text);
  return text.startsWith("{") ? braced(text) : named(text);
}
