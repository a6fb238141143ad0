/**
 * Texts that have the form of a password hash of some product. Such a text is never a password (E-1): who brings
 * accounts from elsewhere would make everyone's hash the password itself.
 *
 * Only whole forms count, with their fields and lengths, so that an honest password is not refused. Some hashes say too
 * little of themselves and are not recognised: bare hexadecimal (NTLM, unsalted MD5 and SHA look like passwords of
 * generators), traditional DES crypt, BSDi crypt, ASP.NET Identity 2, and raw base64 (Firebase keeps parameters elsewhere).
 */
import { decodeBase64 } from "./base64.ts";
import { parseJson } from "./json-object.ts";

/** The alphabets of base64 and of crypt, with padding. */
const ENCODED = /^[A-Za-z0-9+/._=-]+$/;
const HEX = /^[0-9A-Fa-f]+$/;
const DIGESTS: ReadonlySet<number> = new Set([32, 40, 56, 64, 96, 128]);
/** Of the last field where a scheme lets it be of any length; its shortest is 16 bytes. */
const MIN_HASH_LENGTH = 20;

type Form = readonly [name: string, lengths: "any" | readonly number[]];

const form = (name: string, ...lengths: number[]): Form => [
  name,
  lengths.length === 0 ? "any" : lengths,
];

/** `$id$…$hash` (the modular crypt format): the id, and the lengths of the last field. */
const MODULAR: ReadonlyMap<string, Form> = new Map([
  ...["2", "2a", "2b", "2x", "2y"].map((id) => [id, form("bcrypt", 53)] as const),
  ["bcrypt-sha256", form("bcrypt", 31)],
  ...["argon2", "argon2d", "argon2i", "argon2id"].map((id) => [id, form(id)] as const),
  ["scrypt", form("scrypt")],
  ["s0", form("scrypt")],
  ["7", form("scrypt", 43)],
  ["firescrypt", form("Firebase scrypt")],
  ["y", form("yescrypt", 43)],
  ["gy", form("yescrypt", 43)],
  ...["pbkdf2", "pbkdf2-sha1", "pbkdf2-sha256", "pbkdf2-sha512", "p5k2"].map(
    (id) => [id, form("PBKDF2")] as const,
  ),
  ["ml", form("PBKDF2", 128, 256)],
  ["8", form("PBKDF2", 43)],
  ["9", form("scrypt", 43)],
  ["1", form("MD5 crypt", 22)],
  ["apr1", form("MD5 crypt", 22)],
  ["md5", form("MD5", 22, 24, 32)],
  ["sha1", form("SHA-1", 28, 40)],
  ["SHA", form("SHA-256", 64)],
  ["5", form("SHA-256 crypt", 43)],
  ["6", form("SHA-512 crypt", 86)],
  ["P", form("phpass", 31)],
  ["H", form("phpass", 31)],
  ["S", form("Drupal SHA-512", 52)],
  ["3", form("NT hash", 32)],
  ["NT", form("NT hash", 32)],
]);

/** `name$salt$hash` and `name:parameters$salt$hash` of frameworks: how the name begins. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ["pbkdf2", "PBKDF2"],
  ["pbkdf2_sha1", "PBKDF2"],
  ["pbkdf2_sha256", "PBKDF2"],
  ["pbkdf2_sha512", "PBKDF2"],
  ["scrypt", "scrypt"],
  ["md5", "salted MD5"],
  ["sha1", "salted SHA"],
  ["sha224", "salted SHA"],
  ["sha256", "salted SHA"],
  ["sha384", "salted SHA"],
  ["sha512", "salted SHA"],
]);

/** Names in braces before the hash: RFC 2307 and what directories, mail servers and frameworks made of it. */
const BRACES =
  /^(?:s?sha(?:-?(?:224|256|384|512))?|s?md[245]|crypt|pbkdf2|argon2|bcrypt|scrypt|noop|ntlm|nt|lanman|lm|pkcs5s2|fshp|sasl|blf-crypt|des-crypt|(?:sha256|sha512|md5)-crypt|plain-md[45]|ldap-md5|(?:cram|digest)-md5|scram-sha|x-(?:is?sha|pbkdf2))(?:[\d.@_,|-][\w .,@|-]*)?$/;

/** Forms without fields. */
const OTHERS: readonly (readonly [string, RegExp])[] = [
  ["PostgreSQL MD5", /^md5[0-9a-f]{32}$/],
  ["SCRAM", /^SCRAM-SHA-(?:1|256|512)\$\d+:[A-Za-z0-9+/=]+\$[A-Za-z0-9+/=]+:[A-Za-z0-9+/=]+$/],
  ["MySQL", /^\*[0-9A-F]{40}$/],
  ["MySQL SHA-256", /^\$A\$[0-9A-F]{3}\$.{40,}$/s],
  ["SQL Server", /^0x0[12]00[0-9A-Fa-f]{48,}$/],
  ["Oracle", /^S:[0-9A-F]{60}(?:$|;)/],
];

/** Members of a stored credential in exports of identity services. */
const OF_CREDENTIALS = [
  ...["secretData", "credentialData", "hashedSaltedValue", "hashIterations", "hashAlgorithm"],
  ...["passwordHash", "password_hash", "algorithm"],
];

const isEncoded = (text: string, lengths: Form[1]): boolean =>
  ENCODED.test(text) &&
  (lengths === "any" ? text.length >= MIN_HASH_LENGTH : lengths.includes(text.length));

function modularForm(text: string): string | undefined {
  // Drupal and WordPress put a word before the hash of another product.
  const inner = text.replace(/^(?:U|\$wp)(?=\$)/, "");
  const [before, id = "", ...fields] = inner.split("$");
  if (before !== "" || /\s/.test(inner)) return undefined;
  const [name, lengths] = MODULAR.get(id.split(",", 1)[0] ?? "") ?? [];
  return lengths && isEncoded(fields.at(-1) ?? "", lengths) ? name : undefined;
}

function namedForm(text: string): string | undefined {
  const [head = "", ...fields] = text.split("$");
  // Django: `argon2$argon2id$…`, `bcrypt_sha256$$2b$…`.
  if (/^(?:argon2|bcrypt|bcrypt_sha256)$/.test(head)) {
    const rest = fields.join("$");
    return modularForm(rest.startsWith("$") ? rest : `$${rest}`);
  }
  const [word = "", ...parameters] = head.split(":");
  const name = NAMED.get(word);
  if (name === undefined || fields.length < 2) return undefined;
  const hash = fields.at(-1) ?? "";
  if (name.startsWith("salted")) return isDigest(hash) ? name : undefined;
  const counted = parameters.length > 0 || /\d/.test(fields.slice(0, -1).join(" "));
  return counted && isEncoded(hash, "any") ? name : undefined;
}

const isDigest = (text: string): boolean => HEX.test(text) && DIGESTS.has(text.length);

/** `hash:salt` of shops and forums, `LM:NT` of password dumps. */
function digestForm(text: string): string | undefined {
  const at = text.indexOf(":");
  if (at < 0 || !isDigest(text.slice(0, at))) return undefined;
  const salt = text.slice(at + 1);
  return salt.length >= 2 && salt.length <= 64 && !/[\s:]/.test(salt) ? "salted digest" : undefined;
}

function braceForm(text: string): string | undefined {
  const end = text.startsWith("{") ? text.indexOf("}") : -1;
  if (end < 2 || end > 40 || end === text.length - 1) return undefined;
  const name = text.slice(1, end);
  // What follows is as long as a hash, but where a framework says that there is none.
  const rest = text.length - end - 1;
  if (rest < 16 && name !== "noop") return undefined;
  return BRACES.test(name.toLowerCase()) ? `{${name}}` : undefined;
}

function credentialForm(text: string): string | undefined {
  const parsed = text.startsWith("{") && text.endsWith("}") ? parseJson(text) : undefined;
  if (typeof parsed !== "object" || parsed === null) return undefined;
  const known = OF_CREDENTIALS.some((name) => Object.hasOwn(parsed, name));
  return known ? "an exported credential" : undefined;
}

/** ASP.NET Identity 3: a marker, then function, count and length of the salt, 32 bits each. */
function isAspNetIdentity(bytes: Uint8Array): boolean {
  if (bytes.length < 45 || bytes[0] !== 1) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const salt = view.getUint32(9);
  return view.getUint32(1) <= 2 && salt >= 16 && salt <= 64 && bytes.length >= 13 + salt + 16;
}

/** Longer texts are no hash that anything exports. */
const MAX_HASH_LENGTH = 4_096;

const plainForm = (text: string): string | undefined =>
  modularForm(text) ??
  namedForm(text) ??
  digestForm(text) ??
  braceForm(text) ??
  credentialForm(text) ??
  OTHERS.find(([, pattern]) => pattern.test(text))?.[0];

/** The scheme of the hash that a text is, as it is or in base64; undefined for every other text. */
export function passwordHashForm(text: string): string | undefined {
  const value = text.trim();
  if (value.length > MAX_HASH_LENGTH) return undefined;
  const plain = plainForm(value);
  if (plain !== undefined) return plain;
  const bytes = value.length >= 24 ? decodeBase64(value) : undefined;
  if (!bytes) return undefined;
  return isAspNetIdentity(bytes) ? "ASP.NET Identity" : plainForm(new TextDecoder().decode(bytes));
}
