/** Failures are typed inside and rendered once at the edge (architecture, section 7). */
const CODES = {
  invalid_request: 400,
  invalid_grant: 400,
  invalid_scope: 400,
  invalid_target: 400,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
  unapproved_software_statement: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  request_not_supported: 400,
  invalid_request_object: 400,
  request_uri_not_supported: 400,
  login_required: 400,
  consent_required: 400,
  interaction_required: 400,
  unmet_authentication_requirements: 400,
  access_denied: 400,
  invalid_dpop_proof: 400,
  use_dpop_nonce: 400,
  authorization_pending: 400,
  slow_down: 400,
  expired_token: 400,
  invalid_client: 401,
  invalid_token: 401,
  mfa_required: 401,
  mfa_setup_required: 401,
  password_change_required: 401,
  passkey_required: 401,
  unauthenticated: 401,
  forbidden: 403,
  insufficient_scope: 403,
  reauthentication_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  failed_dependency: 424,
  too_many_requests: 429,
  headers_too_large: 431,
  server_error: 500,
  unavailable: 503,
  passkey_unavailable: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof CODES;

/** A sentence that readers of other languages find by its id. */
export interface Sentence {
  readonly id?: string;
  readonly values?: Readonly<Record<string, string | number>>;
  /** The member or record that it is about; the text begins with it. */
  readonly at?: string;
  /** What is filled in as `reason`, where that is a sentence, too. */
  readonly reason?: Omit<Sentence, "reason">;
  /** In English. */
  readonly text: string;
}

export interface AuthErrorOptions extends ErrorOptions {
  /** Replaces the status of the code where the specification asks for another one. */
  readonly status?: number;
  /** Text for the `error` member of the JSON family: which field, what is wrong with it. */
  readonly detail?: string | Sentence | undefined;
  /** What the detail says by id, one sentence each, for readers of other languages; else the detail or the message itself. */
  readonly messages?: readonly Sentence[] | undefined;
  /** Seconds a client should wait; becomes `Retry-After`. */
  readonly retryAfter?: number;
  /** What came is bound to a key: the refusal speaks of proofs (RFC 9449 §7.1, §8). */
  readonly dpop?: ProofDemand;
  /** As it should be at that moment: for the debug level of the log. */
  readonly expected?: boolean;
  /** For the log alone: which client, account or address; never a secret. */
  readonly facts?: Facts;
}

/** What a refusal of a proof, or of what is bound to a key, tells in its headers. */
export interface ProofDemand {
  /** The code where that of the refusal is another one. */
  readonly error?: ErrorCode;
  /** The next proof has to hold it: `DPoP-Nonce`. */
  readonly nonce?: string | undefined;
}

/** What an operator needs to understand a refusal, and the caller must not read. */
export type Facts = Readonly<Record<string, string | number | readonly string[] | undefined>>;

const textOf = (said: string | Sentence): string => (typeof said === "string" ? said : said.text);

/** The most exact of what was said by id. */
function said(...texts: readonly (string | Sentence | undefined)[]): Sentence[] | undefined {
  const sentence = texts.find((text) => typeof text === "object" && text.id !== undefined);
  return typeof sentence === "object" ? [sentence] : undefined;
}

/**
 * A refusal that a caller may see. `message` is rendered as it stands, so it never holds a secret;
 * `cause` goes to the log and is never rendered.
 */
export class AuthError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: string | undefined;
  readonly messages: readonly Sentence[] | undefined;
  readonly retryAfter: number | undefined;
  readonly dpop: ProofDemand | undefined;
  readonly expected: boolean;
  /** Layers that a refusal passes on its way out may add what they know. */
  facts: Facts | undefined;

  constructor(code: ErrorCode, message: string | Sentence, options?: AuthErrorOptions) {
    super(textOf(message), options);
    this.name = "AuthError";
    this.code = code;
    this.status = options?.status ?? CODES[code];
    const { detail } = options ?? {};
    this.detail = detail === undefined ? undefined : textOf(detail);
    this.messages = options?.messages ?? said(detail, message);
    this.retryAfter = options?.retryAfter;
    this.dpop = options?.dpop;
    this.expected = options?.expected ?? false;
    this.facts = options?.facts;
  }
}

/** What a login page of this process needs to let a person set a second factor up as part of the sign-in. */
export interface FactorSetup {
  /** Gives the right to it: for minutes, once, for this sign-in. */
  readonly ticket: string;
  /** How the person knows the account. */
  readonly account: string;
  /** An authenticator app can be set up with this secret. */
  readonly totp?: { readonly secret: string; readonly url: string };
  /** A passkey can be made. */
  readonly passkey: boolean;
  /** The person can put it off until then, in milliseconds since the epoch. */
  readonly until?: number;
}

/** The first factor was right, and the account has to have a second one and has none. */
export class FactorSetupRequired extends AuthError {
  /** For a login page of this process alone. */
  readonly setup: FactorSetup | undefined;

  constructor(message: string | Sentence, setup?: FactorSetup, options?: AuthErrorOptions) {
    super("mfa_setup_required", message, options);
    this.setup = setup;
  }
}

/** The password was right, and is one that an administrator gave for a first sign-in. */
export class PasswordChangeRequired extends AuthError {
  /** The right to choose another one, for a login page of this process alone. */
  readonly ticket: string | undefined;

  constructor(message: string | Sentence, ticket?: string) {
    super("password_change_required", message, { detail: "password_change_required" });
    this.ticket = ticket;
  }
}

/** The first factor was right, and the account has to sign in with its passkey. */
export class PasskeyRequired extends AuthError {
  /** A recovery code stands in for it, in the field of the code. */
  readonly recovers: boolean;

  constructor(message: string | Sentence, recovers: boolean, options?: AuthErrorOptions) {
    super("passkey_required", message, options);
    this.recovers = recovers;
  }
}

/** Whether a recovery code stands in for the passkey that a refusal asks for. */
export const isRecoverable = (error: unknown): boolean =>
  error instanceof PasskeyRequired && error.recovers;

/** The same error with more for the log; what it brought itself wins. Other errors stay as they are. */
export function withFacts(error: unknown, facts: Facts): unknown {
  if (error instanceof AuthError) error.facts = { ...facts, ...error.facts };
  return error;
}

/** A remote provider cannot be reached now: this affects only its own users (R-6, I-8). */
export class ProviderUnavailable extends AuthError {
  constructor(message: string | Sentence, cause?: unknown, retryAfter = 2) {
    super("unavailable", message, { cause, retryAfter });
  }
}

/**
 * A URL that a stranger gave is not fetched, or what is there cannot be used (G-6). The text tells
 * nothing about our network: a name without address and one that leads inside read the same.
 */
export class UnfetchableUrl extends AuthError {
  readonly said: Sentence;

  constructor(said: Sentence, cause?: unknown) {
    super("invalid_request", said, { cause });
    this.said = said;
  }
}

/** The URL is not even asked: what it says, or where its name leads. Trying again changes nothing. */
export class RefusedUrl extends UnfetchableUrl {}

/** An XML document that is not read, or a signature that does not count; the text says why and holds nothing of it. */
export class XmlFault extends Error {
  readonly said: Sentence;

  constructor(said: Sentence, options?: ErrorOptions) {
    super(said.text, options);
    this.name = "XmlFault";
    this.said = said;
  }
}

/** A start-up failure with one clear line for the operator; the command line prints it and exits non-zero. */
export class StartError extends Error {
  /** Where a command of the operator has an answer to it. */
  readonly reason: StartReason | undefined;

  constructor(message: string, options?: ErrorOptions & { readonly reason?: StartReason }) {
    super(message, options);
    this.name = "StartError";
    this.reason = options?.reason;
  }
}

/** `in_use`: another process has the data folder. `not_migrated`: the schema is not that of this version. */
export type StartReason = "in_use" | "not_migrated";
