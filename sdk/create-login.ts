/** The client of one login: every flow of the specification's SDK table. */
import { loginClient } from "./client.ts";
import { METHODS } from "./methods.ts";
import { placeOf } from "./place.ts";
import type { LoginClient, LoginSettings } from "./types.ts";

/** A client of the login that serves this module, or of the one at `base`. */
export function createLogin(settings: LoginSettings = {}): LoginClient {
  return loginClient(METHODS, placeOf(settings.base, import.meta.url));
}
