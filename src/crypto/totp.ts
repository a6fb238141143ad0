/** Time-based one-time passwords (RFC 6238) as authenticator apps make them: SHA-1, six digits, 30 s. */
import { Secret, TOTP } from "otpauth";
import { encodeBase32 } from "../std/base32.ts";

/** Seconds. */
const PERIOD_SECONDS = 30;
const ALGORITHM = { algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS } as const;
/** Bytes of a secret: as long as a digest of SHA-1 (RFC 4226 §4, R6). */
const SECRET_BYTES = 20;
const SIX_DIGITS = /^\d{6}$/;

/** A new secret, in base32 without padding. */
export const newTotpSecret = (random: (bytes: number) => Uint8Array): string =>
  encodeBase32(random(SECRET_BYTES));

/** Whether a text could be a code at all. */
export const isTotpText = (text: string): boolean => SIX_DIGITS.test(text);

/**
 * The time step whose code this is: counted in periods since the epoch, by the clock of the service. Compared in
 * constant time; undefined for every other text.
 * @param now milliseconds since the epoch
 * @param skew periods by which the other clock may be off, either way
 */
export function totpStep(
  secret: string,
  code: string,
  now: number,
  skew: number,
): number | undefined {
  if (!isTotpText(code)) return undefined;
  const key = Secret.fromBase32(secret);
  const guess = { token: code, secret: key, timestamp: now, window: skew, ...ALGORITHM };
  const delta = TOTP.validate(guess);
  return delta === null ? undefined : Math.floor(now / 1_000 / PERIOD_SECONDS) + delta;
}

/**
 * The address that an authenticator app reads from a QR code (auth-wire 6.4).
 * @param account how the person knows the account
 */
export function totpUrl(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const { algorithm, digits, period } = ALGORITHM;
  const query = `secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=${algorithm}&digits=${digits}&period=${period}`;
  return `otpauth://totp/${label}?${query}`;
}
