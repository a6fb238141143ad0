/** The `details` map on its way in: passwords hashed, secrets kept when left out (auth-wire 2.2, 2.3). */
import type { Service } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { type Message, messageAt, message as sentence } from "../../messages/message.ts";
import { isHttpsAddress } from "../../settings/fields/address-field.ts";
import type { Details } from "../../snapshot/snapshot.ts";
import { decodeBase64, encodeBase64 } from "../../std/base64.ts";
import { normalFingerprint } from "../../std/certificate-fingerprint.ts";
import { readImportedHash } from "../../std/imported-hash/imported-hash.ts";
import { MAX_BCRYPT_COST } from "../../std/imported-hash/read-hash.ts";
import { passwordHashForm } from "../../std/password-hash-form.ts";
import { publicKeys } from "../../std/public-jwk.ts";
import { comparableWrittenName } from "../../std/x509-name.ts";
import { newHash } from "../passwords/new-hash.ts";
import { formProblem, weakness } from "../passwords/new-password.ts";
import { withMarkOfAddress } from "./proven-address.ts";

/** The service itself makes them (settings `password.hash`); what may be checked of one, the hasher says. */
const ARGON2 = /^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/;
const BCRYPT = /^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A text of this form in a value: as it is, or base64 of it. */
function textIn(value: unknown, isForm: (text: string) => boolean): string | undefined {
  if (typeof value !== "string") return undefined;
  if (isForm(value)) return value;
  const bytes = decodeBase64(value);
  const text = bytes && decoder.decode(bytes);
  return text && isForm(text) ? text : undefined;
}

const isBcrypt = (text: string): boolean => BCRYPT.test(text);

/** Those of other services are written by an import alone. */
const isKept = (text: string): boolean =>
  isBcrypt(text) || ARGON2.test(text) || readImportedHash(text) !== undefined;

/** The hash in a value that is stored. */
export const storedHash = (value: unknown): string | undefined => textIn(value, isKept);

/** The hash in a value that is sent: bcrypt alone, as `postern hash-password` prints it. */
const sentHash = (value: unknown): string | undefined => textIn(value, isBcrypt);

/** Stored form of a hash. */
export const storeHash = (hash: string): string => encodeBase64(encoder.encode(hash));

/** What typed clients and forms send for "not set" (4d). */
const isUnset = (value: unknown) => value === undefined || value === null || value === "";

/** What could never prove an account (auth-wire 6.3, RFC 7523), told when it is written. */
function proofProblem({
  cert_fingerprint,
  cert_subject,
  jwks,
  jwks_uri,
}: Details): Message | undefined {
  if (!isUnset(jwks_uri) && !(typeof jwks_uri === "string" && isHttpsAddress(jwks_uri))) {
    return messageAt("jwks_uri", sentence("fault.https_address"));
  }
  // RFC 7591 §2: one source of keys.
  if (!isUnset(jwks_uri) && !isUnset(jwks)) return messageAt("jwks", sentence("fault.two_sources"));
  if (!isUnset(jwks) && !publicKeys(jwks)) {
    return messageAt("jwks", sentence("fault.key_set"));
  }
  const written = typeof cert_fingerprint === "string" ? cert_fingerprint : "";
  if (!isUnset(cert_fingerprint) && normalFingerprint(written) === undefined) {
    return messageAt("cert_fingerprint", sentence("fault.fingerprint"));
  }
  const subject = typeof cert_subject === "string" ? cert_subject : "";
  if (!isUnset(cert_subject) && comparableWrittenName(subject) === undefined) {
    return messageAt("cert_subject", sentence("fault.dn"));
  }
  return undefined;
}

/** Of a member of the details. */
const detailFault = (fault: Message): Message => ({
  ...fault,
  at: `details.${fault.at}`,
  text: `details.${fault.text}`,
});

/**
 * Hashes a plain password. A value that already is a stored hash passes as it is: these maps come
 * from the management plane only (W16). An empty or null password or secret means "leave it as it is".
 * @param names of the account, which are no passwords where the settings say so
 */
export async function writtenDetails(
  service: Service,
  details: Details,
  message: string,
  names: readonly string[] = [],
): Promise<Details> {
  const problem = proofProblem(details);
  const refuse = (fault: Message): never => {
    throw new AuthError("invalid_request", message, { detail: detailFault(fault) });
  };
  if (problem) refuse(problem);
  const { password, secret, ...rest } = details;
  const written: Record<string, unknown> = { ...rest };
  const scheme = typeof secret === "string" ? passwordHashForm(secret) : undefined;
  if (scheme !== undefined) {
    refuse(messageAt("secret", sentence("fault.hashed_secret", { scheme })));
  }
  if (!isUnset(secret)) written.secret = secret;
  if (isUnset(password)) return written;
  const hash = sentHash(password);
  if (hash && Number(hash.slice(4, 6)) > MAX_BCRYPT_COST) {
    refuse(messageAt("password", sentence("fault.hash_cost", { most: MAX_BCRYPT_COST })));
  }
  if (hash) return { ...written, password: storeHash(hash) };
  const text = String(password);
  const fault = formProblem(service, text) ?? (await weakFor(service, details, names, text));
  if (fault) refuse(messageAt("password", fault));
  return { ...written, password: storeHash(await newHash(service, text)) };
}

/** Forms write the switch as a text. */
export const isTemporary = ({ password_temporary: mark }: Details): boolean =>
  mark === true || mark === "true";

/** With a password of the person's own; the mark of a temporary one goes with that. */
export function withOwnPassword({ password_temporary: _gone, ...rest }: Details, hash: string) {
  return { ...rest, password: hash };
}

/** What the settings refuse of passwords that administrators write; where they only warn, the log has it. */
async function weakFor(
  service: Service,
  { email, name }: Details,
  names: readonly string[],
  password: string,
): Promise<Message | undefined> {
  const words = [email, name].filter((word) => typeof word === "string");
  const weak = await weakness(service, password, [...names, ...words]);
  if (!weak || service.snapshots.current.settings.password.by_administrators === "refuse") {
    return weak?.fault;
  }
  service.runtime.log.warn("an administrator wrote a weak password", {
    ...{ account: names[0], reason: weak.fault.text },
  });
  return undefined;
}

/** The new map with the stored password and secret where it leaves them out, and the mark of its address. */
export function keptDetails(written: Details, stored: Details): Details {
  const kept: Record<string, unknown> = { ...written };
  for (const field of ["password", "secret"]) {
    if (kept[field] === undefined && stored[field] !== undefined) kept[field] = stored[field];
  }
  // The mark of a temporary password goes with the password.
  if (kept.password_temporary === undefined && kept.password === stored.password) {
    if (isTemporary(stored)) kept.password_temporary = true;
  }
  return withMarkOfAddress(kept, stored);
}
