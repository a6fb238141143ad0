/** Reading the parameters of authorization requests (RFC 6749 §3.1; N-5, B-3). */
import { AuthError } from "../errors.ts";

/** Longest texts that are stored and travel in a URL (B-3). */
const MAX_LENGTHS = {
  ...{ state: 4_096, nonce: 512, client_id: 2_048 },
  ...{ acr_values: 1_024, login_hint: 320 },
  ...{ display: 64, claims_locales: 1_024, ui_locales: 200 },
} as const;
/** An error goes back with a `state` that is too long to be stored, as far as a URL bears it (RFC 6749 §4.1.2.1). */
export const MAX_ERROR_STATE_LENGTH = 8_192;
const CONTROL = /\p{Cc}/u;

/** The one value of a parameter; empty counts as absent (N-5), several are refused. */
export function single(parameters: URLSearchParams, name: string): string | undefined {
  const values = parameters.getAll(name).filter((value) => value !== "");
  if (values.length > 1) throw new AuthError("invalid_request", `${name} is given more than once`);
  return values[0];
}

/** Texts that go into the store and back out: bounded, and nothing that a store cannot hold. */
export function bounded(
  parameters: URLSearchParams,
  name: keyof typeof MAX_LENGTHS,
  longest: number = MAX_LENGTHS[name],
): string | undefined {
  const value = single(parameters, name);
  if (value !== undefined && (value.length > longest || CONTROL.test(value))) {
    throw new AuthError("invalid_request", `${name} is too long or has control characters`);
  }
  return value;
}
