/** Everything that is counted, as a table (E-2, I-7, O2); docs/limits.md shows it to operators. */
import type { Settings } from "../settings/index.ts";
import type { Pause } from "../std/counter.ts";
import { type Duration, durationOf } from "../std/duration.ts";
import type { GuessKind, SpentKind } from "./attempt-names.ts";

/** What a setting of limits says. */
export interface AttemptLimits {
  readonly unlimited: boolean;
  readonly per_account: number;
  readonly per_network: number;
  readonly window: Duration;
}

/** The settings that hold limits, by their names. Kinds with one setting share its counts. */
const SETTINGS = {
  "password.attempts": ({ password }: Settings) => password.attempts,
  "password.own_changes": ({ password }: Settings) => password.own_changes,
  "totp.attempts": ({ totp }: Settings) => totp.attempts,
  "email.attempts": ({ email }: Settings) => email.attempts,
  "email.sending": ({ email }: Settings) => email.sending,
  "signup.attempts": ({ signup }: Settings) => signup.attempts,
  "accounts.invitation.sending": ({ accounts }: Settings) => accounts.invitation.sending,
  "passkey.attempts": ({ passkey }: Settings) => passkey.attempts,
  "authorize.attempts": ({ authorize }: Settings) => authorize.attempts,
  "device.attempts": ({ device }: Settings) => device.attempts,
  "device.requests": ({ device }: Settings) => device.requests,
  "registration.requests": ({ registration }: Settings) => registration.requests,
  "registration.documents.fetches": ({ registration }: Settings) => registration.documents.fetches,
} as const satisfies Readonly<Record<string, (settings: Settings) => AttemptLimits>>;

type SettingName = keyof typeof SETTINGS;

/** An account that is attacked from many networks: so far apart are its attempts then. */
export interface Slowed extends Pause {
  /** Window of the account's own count, where that of the setting would begin anew too often. */
  readonly window?: Duration;
}

export interface AttemptRow {
  /** `failures`: given back when the attempt succeeds. `requests`: what it costs is spent either way. */
  readonly counts: "failures" | "requests";
  readonly setting: SettingName;
  /** `per_account` is one count over all networks: who asks for it is no reason to ask more often. */
  readonly everywhere?: boolean;
  /**
   * Beyond five times `per_account` over all networks, for networks that the account never signed in from:
   * one attempt `step` ms after the last, later with each, up to `longest`.
   */
  readonly slowed: Slowed;
}

const DAY = durationOf(86_400_000);
const SECONDS = { step: 1_000, longest: 30_000 };
/** For codes of six digits: some 170 tries a day find one that counts for 90 s once in five years. */
const MINUTES = { step: 5_000, longest: 600_000, window: DAY };
const MAILS = { step: 60_000, longest: 600_000, window: DAY };

/** One row for each kind of attempt. */
export const ATTEMPT_KINDS = {
  /** A wrong password of a user, also at a remote provider. */
  password: { counts: "failures", setting: "password.attempts", slowed: SECONDS },
  /** A wrong secret of a client or service account; see `credentials/counted-secret.ts`. */
  client_secret: { counts: "failures", setting: "password.attempts", slowed: SECONDS },
  /** An API key that is not valid, counted like a client's secret. */
  api_key: { counts: "failures", setting: "password.attempts", slowed: SECONDS },
  /** A wrong one-time code of an authenticator, or a wrong recovery code, after a right password. */
  totp: { counts: "failures", setting: "totp.attempts", slowed: MINUTES },
  /** A wrong code of a mail: sign-in, confirmation of an address, password reset. */
  mail_code: { counts: "failures", setting: "email.attempts", slowed: MINUTES },
  /** A mail that someone asks for; the account is its address. */
  mail: { counts: "requests", setting: "email.sending", slowed: MAILS },
  /** A request to sign up. */
  signup: { counts: "requests", setting: "signup.attempts", slowed: MAILS },
  /** A request to reset a password. */
  reset: { counts: "requests", setting: "signup.attempts", slowed: MAILS },
  /** The mail of an invitation; the account is its address. */
  invitation: {
    ...{ counts: "requests", setting: "accounts.invitation.sending" },
    ...{ everywhere: true, slowed: MAILS },
  },
  /** The beginning of a sign-in with a passkey, or of a registration, which stores a challenge. */
  passkey: { counts: "requests", setting: "passkey.attempts", slowed: SECONDS },
  /** A consent page or decision of a request that does not exist; one that exists asks no counter. */
  consent: { counts: "requests", setting: "authorize.attempts", slowed: SECONDS },
  /** A response of a SAML provider that is refused: reading one costs more than most requests. */
  saml_response: { counts: "failures", setting: "authorize.attempts", slowed: SECONDS },
  /** A user code that no device has. */
  user_code: { counts: "failures", setting: "device.attempts", slowed: SECONDS },
  /** A request of a device for codes, which are stored. */
  device: { counts: "requests", setting: "device.requests", slowed: SECONDS },
  /** A client that registers itself, or changes its registration; every one is a write. */
  registration: { counts: "requests", setting: "registration.requests", slowed: SECONDS },
  /** A client document that is not in memory and has to be fetched. */
  client_document: {
    counts: "requests",
    setting: "registration.documents.fetches",
    slowed: SECONDS,
  },
  /** Whatever people change of their own account: versions, events and mails come of it. */
  own_change: { counts: "requests", setting: "password.own_changes", slowed: SECONDS },
} as const satisfies Readonly<Record<string, AttemptRow>>;

export type AttemptKind = keyof typeof ATTEMPT_KINDS;

type KindsThatCount<C extends AttemptRow["counts"]> = {
  [K in AttemptKind]: (typeof ATTEMPT_KINDS)[K]["counts"] extends C ? K : never;
}[AttemptKind];

/** The names that the in-process API tells are those of the table. */
type Same<A, B> = [A, B] extends [B, A] ? true : never;
true satisfies Same<GuessKind, KindsThatCount<"failures">>;
true satisfies Same<SpentKind, KindsThatCount<"requests">>;

/** The limits of a kind that hold now. */
export const limitsOf = (settings: Settings, kind: AttemptKind): AttemptLimits =>
  SETTINGS[ATTEMPT_KINDS[kind].setting](settings);
