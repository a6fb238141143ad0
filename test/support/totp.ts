/** An authenticator app for tests, by RFC 4226 §5.3 and RFC 6238 alone: it shares no code with the service. */
import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { decodeBase32 } from "../../src/std/base32.ts";
import type { TestAuth } from "./auth.ts";

/** @param at milliseconds since the epoch */
export function codeAt(secret: string, at: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const digest = createHmac("sha1", decodeBase32(secret) ?? "")
    .update(counter)
    .digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  const value = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(value % 1_000_000).padStart(6, "0");
}

/** Milliseconds of a period that a request has on a busy machine. */
const ENOUGH = 20_000;

/**
 * Waits until most of the present period is left. A service with the clock of the machine takes a code of the period
 * before and of the next one: at the end of a period such a code would be two away when it arrives.
 */
export async function earlyInPeriod(): Promise<void> {
  const left = () => 30_000 - (Date.now() % 30_000);
  // A timer may end a moment before its time, in the period of before.
  while (left() < ENOUGH) await sleep(left());
}

export interface Authenticator {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** The code that the app shows; `steps` periods away. */
  code(steps?: number): string;
  /** The next code that was not used: the clock of the service moves on. */
  fresh(): string;
}

const TOTP = "/auth/v1/totp";

/** Sets a factor up as its owner does; the clock of the service moves on, so that the next code counts. */
export async function enroll(service: TestAuth, user: string): Promise<Authenticator> {
  const { json, runtime } = service;
  const registered = await json("POST", `${TOTP}/register`, {}, user);
  expect(registered.status, registered.text).toBe(200);
  const { secret } = registered.body.payload;
  const code = (steps = 0) => codeAt(secret, runtime.clock.now() + steps * 30_000);
  const confirmed = await json("POST", `${TOTP}/confirm`, { code: code() }, user);
  expect(confirmed.status, confirmed.text).toBe(200);
  const fresh = () => {
    runtime.advance(30_000);
    return code();
  };
  return { secret, recoveryCodes: confirmed.body.payload.recovery_codes, code, fresh };
}
