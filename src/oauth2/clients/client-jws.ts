/** JWTs that clients sign: with a key of their own, never a shared one, whose set is read again when none fits (K-13). */
import { errors, type JWTVerifyResult, jwtVerify } from "jose";
import { type Call, now } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { isCompactJws } from "../../std/compact-jws.ts";
import { namesOf, SIGNATURE_NAMES } from "../../std/public-jwk.ts";
import { type ClientKeys, currentKeys, type KeySet, newerKeys } from "./client-keys.ts";

/** Clocks of clients may be that far from ours. */
export const SKEW_SECONDS = 60;

/** What is expected of a JWT, and how the refusal of another one is told. */
export interface Expected {
  readonly maxLength: number;
  readonly claims: readonly string[];
  readonly refused: (reason: string, cause?: unknown) => AuthError;
}

/** One text for one proof; decoders that skip padding, blanks or stray bits would take more. */
export function requireCompactForm(jwt: string, { maxLength, refused }: Expected): void {
  if (jwt.length > maxLength) throw refused("it is too long");
  if (!isCompactJws(jwt)) throw refused("it is not a compact JWS");
}

/** Undefined when no key of the set fits. */
async function verifiedBy(
  call: Call,
  set: KeySet,
  { algorithm, strict = false }: ClientKeys,
  jwt: string,
  claims: readonly string[],
): Promise<JWTVerifyResult | undefined> {
  const options = {
    algorithms: SIGNATURE_NAMES.filter(
      (name) => (!algorithm || namesOf(algorithm).includes(name)) && !(strict && name === "RS256"),
    ),
    currentDate: new Date(now(call)),
    clockTolerance: SKEW_SECONDS,
    requiredClaims: [...claims],
  };
  const verify = (key: Parameters<typeof jwtVerify>[1]) => jwtVerify(jwt, key, options);
  try {
    return await jwtVerify(jwt, set, options);
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return undefined;
    // Keys without `kid`, of one type: one after the other, and there are few.
    if (error instanceof errors.JWKSMultipleMatchingKeys) {
      for await (const key of error) {
        const found = await verify(key).catch((cause: unknown) => {
          if (cause instanceof errors.JWSSignatureVerificationFailed) return undefined;
          throw cause;
        });
        if (found) return found;
      }
      return undefined;
    }
    if (error instanceof errors.JWSSignatureVerificationFailed) return undefined;
    throw error;
  }
}

/**
 * The JWT under a key of the client; its keys are read once more when none fits. Throws `unavailable` while they cannot
 * be reached.
 */
export async function verifiedJws(
  call: Call,
  keys: ClientKeys,
  jwt: string,
  expected: Expected,
): Promise<JWTVerifyResult> {
  const { claims, refused } = expected;
  requireCompactForm(jwt, expected);
  const set = await currentKeys(call, keys);
  try {
    const found = await verifiedBy(call, set, keys, jwt, claims);
    if (found) return found;
    const newer = await newerKeys(call, keys);
    const again = newer && (await verifiedBy(call, newer, keys, jwt, claims));
    if (again) return again;
  } catch (error) {
    if (error instanceof AuthError) throw error;
    throw refused("it is not valid", error);
  }
  throw refused("no key of the client has signed it");
}
