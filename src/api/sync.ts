/** What every request of a session asks of the service: answered at once from memory, without a promise. */
import type { AcceptedToken, AuthApi } from "../api.ts";
import type { CheckAnswer, CheckIdentity, CheckRequest } from "../iam/permission-check/question.ts";
import type { Ready } from "../std/ready.ts";
import type { CertifiedRequest } from "../web/certified-request.ts";

/** The members of `AuthApi` with these names. */
export interface SyncApi {
  verify(token: string, incoming?: CertifiedRequest): Ready<AcceptedToken>;
  knowsKey(kid: string): Ready<boolean>;
  check(input: CheckIdentity & CheckRequest): Ready<CheckAnswer>;
  version(): Ready<number>;
}

/** Every service is made by `createAuth` and has them; only the public type does not name them. */
export interface AuthApiInternals extends AuthApi {
  readonly sync: SyncApi;
  /** Takes notice of the names by which a session finds the auth instances of its process. */
  registered(names: Readonly<Record<string, AuthApi>>): void;
}

/** Does nothing for an object that was made otherwise. */
export function tellNames(api: AuthApi, names: Readonly<Record<string, AuthApi>>): void {
  if ("registered" in api) (api as AuthApiInternals).registered(names);
}

/** For an object that was made otherwise, the same members with their promises. */
export const syncApi = (api: AuthApi): SyncApi =>
  "sync" in api ? (api as AuthApiInternals).sync : api;
