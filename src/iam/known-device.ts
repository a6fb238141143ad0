/**
 * Proof that a browser has signed in to an account (I-7): signed, for that account alone, and valid until it
 * expires or the password changes. It opens nothing; it only keeps the attempts of others apart from those
 * of this browser. It does not name the account: browsers are shared.
 */
import { type Call, now } from "../call.ts";
import { derivedKey } from "../crypto/derived-key.ts";
import { equalConstantTime } from "../crypto/digest.ts";
import { macText } from "../crypto/mac.ts";
import { encodeBase64Url } from "../std/base64url.ts";
import { DEVICE_LIFETIME_SECONDS } from "../web/device-cookie.ts";
import { storedHash } from "./principals/details.ts";

const PROOF = /^([\w-]{22})\.([0-9]{1,11})\.([\w-]{43})\.([\w-]{43})$/;

type Signed = ["account", string, string, number] | ["password", string, string];

async function sign({ service }: Call, signed: Signed): Promise<string> {
  const key = await derivedKey(service.store.box, "known device");
  return macText(service.runtime, key, JSON.stringify(signed));
}

/** Binds a signature to the password of this moment; undefined for an account that is not there. */
async function signPassword(call: Call, user: string, first: string): Promise<string | undefined> {
  const principal = call.snapshot.principals.get(user);
  if (!principal) return undefined;
  const hash = storedHash((await principal.details.read())?.password) ?? "";
  return sign(call, ["password", first, hash]);
}

/** For a browser in which this user has just signed in with everything that was asked for. */
export async function proveDevice(call: Call, user: string): Promise<string | undefined> {
  const id = encodeBase64Url(call.service.runtime.random(16));
  const until = Math.floor(now(call) / 1_000) + DEVICE_LIFETIME_SECONDS;
  const first = await sign(call, ["account", user, id, until]);
  const second = await signPassword(call, user, first);
  return second && `${id}.${until}.${first}.${second}`;
}

/**
 * Id of the browser behind this call, when it has signed in to this account. The proof of another account
 * costs one signature, whether this account exists or not: only its own one reads the password.
 * @param account principal id, or the name that was tried where there is none
 */
export async function knownDevice(
  call: Call,
  account: string | undefined,
): Promise<string | undefined> {
  const [, id, untilText, first, second] = PROOF.exec(call.device() ?? "") ?? [];
  if (account === undefined || id === undefined || !first || !second) return undefined;
  const until = Number(untilText);
  if (until <= now(call) / 1_000) return undefined;
  if (!equalConstantTime(first, await sign(call, ["account", account, id, until])))
    return undefined;
  const expected = await signPassword(call, account, first);
  return expected !== undefined && equalConstantTime(second, expected) ? id : undefined;
}
