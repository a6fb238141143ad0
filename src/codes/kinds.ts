/** One schema per kind of code: what is read back from a store is checked before it is used (P-2). */
import { z } from "zod";
import { samlKinds } from "./saml.ts";

const texts = z.array(z.string());

/** How a client is answered; absent: in the query of its target. */
const response_mode = z.enum(["query", "form_post"]).optional();

/**
 * An authorization code (auth-wire 6.7): bound to client, redirect target, PKCE, resources and user
 * (K-3). The first members keep the names that components of an existing installation write.
 */
const oauth_code = z.object({
  alias: z.string(),
  scope: texts.nullish().transform((list) => list ?? []),
  nonce: z.string().optional(),
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().optional(),
  /** Thumbprint of the key that the client has to prove (RFC 9449 §10). */
  dpop_jkt: z.string().optional(),
  client_id: z.string().optional(),
  redirect_uri: z.string().optional(),
  resources: texts.nullish().transform((list) => list ?? []),
  remember_me: z.boolean().optional(),
  /** Principal id; absent in codes that another component minted, which name an alias. */
  user_id: z.string().optional(),
  /** When the user authenticated, seconds since the epoch; absent when that is not known. */
  auth_time: z.number().optional(),
  /** How the user authenticated (RFC 8176), and the level that was reached. */
  amr: texts.readonly().optional(),
  acr: z.string().optional(),
  /** Family of the tokens that this code gives, so that a replay can revoke them (K-5). */
  sid: z.string().optional(),
  /** The sign-in in whose browser it was given: the tokens end with it. */
  sign_in: z.string().optional(),
  /** Standard claims that the client asked for one by one. */
  claims: z.object({ id_token: texts, userinfo: texts }).optional(),
  /** Record of the provider that the user signed in at: `oauth:google`, `saml:campus` (K-10, S-8). */
  provider: z.string().optional(),
});

/** What a redeemed code gave: kept until its tokens are gone, so that a replay revokes them (K-5). */
const redeemed_code = z.object({
  sid: z.string(),
  session_exp: z.number(),
  /** Whose tokens they are: a replay by another client ends nothing. */
  sub: z.string().optional(),
  azp: z.string(),
  /** Milliseconds since the epoch; absent in notes of earlier versions. */
  at: z.number().optional(),
  /** What a repeat has to prove again. */
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().optional(),
});

/** A claim, and the values of which it has to have one. */
const wish = z.object({ name: z.string(), values: z.array(z.unknown()).optional() });

/** What a request asks of the sign-in and of the question (OpenID Connect Core §3.1.2.1, §5.5). */
const demands = {
  /** Seconds since the epoch: the person has to have signed in then or later (`max_age`, `prompt=login`). */
  auth_after: z.number().optional(),
  /** Levels that are wished for, as the request gave them. */
  acr_values: texts.optional(),
  /** Levels of which one is demanded. */
  required_acr: texts.optional(),
  /** `none` shows nothing; `consent` asks also where that is not needed. */
  prompt: z.enum(["none", "consent"]).optional(),
  /** Whom the client expects to be signed in; every other user is refused. */
  expected_sub: texts.optional(),
  /** Standard claims that are asked for one by one. */
  claims: z.object({ id_token: z.array(wish), userinfo: z.array(wish) }).optional(),
};

/** What a client asks for at the authorization endpoint, here or on the way to a sign-in elsewhere. */
const clientRequest = {
  client_id: z.string(),
  redirect_uri: z.string(),
  scope: texts,
  state: z.string().optional(),
  response_mode,
  nonce: z.string().optional(),
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().optional(),
  dpop_jkt: z.string().optional(),
  resources: texts,
  ...demands,
};

/** A pending consent (auth-wire 6.8): belongs to the first user who opens it (B-5). */
const authorize = z.object({
  ...clientRequest,
  /** Username that the client expects. */
  login_hint: z.string().optional(),
  /** Principal id of the first user who opened the page. */
  user_id: z.string().optional(),
  /** A provider elsewhere vouched for the user, in one browser: its person alone is asked, without a session here. */
  vouched: z
    .object({
      /** As in the code: `oauth:google`, `saml:campus`. */
      provider: z.string(),
      /** SHA-256 of what the browser holds, in hex. */
      browser: z.string(),
      auth_time: z.number().optional(),
      amr: texts.readonly().optional(),
      acr: z.string().optional(),
    })
    .optional(),
});

/** An authorization request that its client pushed (RFC 9126): read again when a browser brings it. */
const pushed_request = z.object({
  client_id: z.string(),
  /** As a form: what the client sent, without what proved it. */
  parameters: z.string(),
});

/** What a person decided on a pending consent, for a form that is sent twice; its id is that of the flow. */
const consent_answer = z.object({
  user_id: z.string(),
  approved: z.boolean(),
  remember_me: z.boolean(),
  vouched: authorize.shape.vouched,
  /** The answer to the client as JSON, sealed: it holds the code. */
  answer: z.string(),
});

/**
 * A sign-in that is under way at an upstream provider (auth-wire 5.10). What proves the browser is not here:
 * nonce and verifier are made from its cookie, whose digest this holds (C-5).
 */
const oauth_state = z.object({
  /** Id of the provider's record. */
  provider: z.string(),
  /** Where the request went: a record that changed meanwhile is another provider. */
  auth_url: z.string(),
  /** `redirect_uri` of the request. */
  callback: z.string(),
  browser_binding_hash: z.string(),
  /** What a client asked for. */
  request: z
    .object({
      ...clientRequest,
      /** Whether all of it is met is decided by a request behind this one. */
      voluntary: z.literal(true).optional(),
    })
    .optional(),
  /** Principal id of the account that the sign-in is to be linked to. */
  link_to: z.string().optional(),
});

/** A rotated refresh token, by its `jti`: the successor is sealed, it is a credential (T-1, C-5). */
const rotated_refresh = z.object({
  successor: z.string(),
  exp: z.number(),
  rotated_at: z.number(),
});

/** An account has signed in from a network; attacks from elsewhere do not lock it out there (O2). */
const known_network = z.object({});

/** What a device asked for (RFC 8628 §3.1); its id is the device code, or the user code. */
const deviceAsk = z.object({ client_id: z.string(), scope: texts, resources: texts });

/** A device code: its client polls with it (RFC 8628 §3.4). */
const device_code = deviceAsk.extend({
  user_code: z.string(),
  /** Seconds between polls. */
  interval: z.number(),
});

/** A request of a device that waits for a person, by its user code; what the person is shown (V-4). */
const device_request = deviceAsk.extend({
  /** Milliseconds since the epoch. */
  started_at: z.number(),
  expires_at: z.number(),
  /** Where the device asked from. */
  network: z.string().optional(),
  /** What it calls itself: the header `User-Agent`. */
  agent: z.string().optional(),
});

/** The first user who looked a user code up; the request is theirs alone (V-2). */
const device_claim = z.object({ user_id: z.string() });

/** What that user decided, until the device asks; by the user code. */
const device_decision = deviceAsk.extend({
  approved: z.boolean(),
  user_id: z.string(),
  remember_me: z.boolean(),
  auth_time: z.number().optional(),
  amr: texts.readonly().optional(),
  acr: z.string().optional(),
});

/** A poll that came too early: one entry for each, so that the interval stays longer (V-3). */
const device_slowed = z.object({});

/** The state of a code flow that came back: it counts once (B-8). */
const used_state = z.object({});

/** A proof that a client signed; it counts once, on all instances. */
const client_assertion = z.object({});

/** A proof of possession that was used, by key and `jti` (RFC 9449 §11.1). */
const dpop_proof = z.object({});

/** A form that is acted on now, and what a form came to, for a second click: `sent-forms.ts`. */
const form_begun = z.object({});
const form_answer = z.object({ answer: z.string() });

/** Which codes count together: `mailed-round.ts`. */
const round = z.object({
  subject: z.string(),
  /** Milliseconds. */
  lifetime: z.number(),
  /** Number of the span of that lifetime in which it began. */
  span: z.number(),
  /** Random: a round that has ended is none that begins later. */
  mark: z.string(),
});

/** The round of a subject that is open. */
const mailed_round = z.object({ mark: z.string() });

/** What asked for the mail was a login page of this process. */
const begun = z
  .object({
    /** SHA-256 of what the browser holds, in hex. */
    browser: z.string(),
    /** Where the person was going: the query of the page. */
    search: z.string(),
    /** The page that waits for it. */
    flow: z.string().optional(),
  })
  .optional();

/** A registration that waits for its mailed code (auth-wire 6.8): nothing of the password but its hash. */
const signup = z.object({
  /** As it will be the alias. */
  email: z.string(),
  name: z.string(),
  /** As it is stored with the user: base64 of bcrypt. */
  password_hash: z.string(),
  client_id: z.string(),
  begun,
  round,
});

/** A mailed code that replaces a password (auth-wire 6.8; E-8). */
const password_reset = z.object({
  user_id: z.string(),
  email: z.string(),
  client_id: z.string(),
  /** A family that begins now: what ends the user's sessions ends the code, too. */
  sid: z.string(),
  /** Seconds since the epoch. */
  iat: z.number(),
  begun,
  round,
});

/** A first factor that was right, and the right to set a second one up for this sign-in. */
const factor_setup = z.object({
  user_id: z.string(),
  client_id: z.string(),
  scope: texts,
  resources: texts,
  remember_me: z.boolean(),
  proof: z.enum(["password", "email_code"]),
  /** What was proven. */
  amr: texts,
  /** As JSON, sealed: the secret of the authenticator, and the code of a mail that is used up at the end. */
  sealed: z.string(),
  /** A family that begins now: what ends the user's sessions ends the right, too. */
  sid: z.string(),
  /** Seconds since the epoch. */
  iat: z.number(),
});

/** A mailed code that gives an account another address: only that of this very mail (decision E-12). */
const address_change = z.object({
  user_id: z.string(),
  /** As it will be. */
  address: z.string(),
  /** A family that begins now: what ends the user's sessions ends the code, too. */
  sid: z.string(),
  /** Seconds since the epoch. */
  iat: z.number(),
  round,
});

/** A temporary password was right: the right to choose another one. */
const password_setup = z.object({
  user_id: z.string(),
  client_id: z.string(),
  /** A family that begins now: what ends the user's sessions ends the right, too. */
  sid: z.string(),
  /** Seconds since the epoch. */
  iat: z.number(),
});

/** What the authenticator is told, as WebAuthn spells it (`UserVerificationRequirement`). */
const user_verification = z.enum(["required", "preferred", "discouraged"]);

/** A passkey registration that was begun: bound to relying party and user (auth-wire 6.7; F-4). */
const passkey_reg = z.object({
  challenge: z.string(),
  rp_id: z.string(),
  user_id: z.string(),
  user_verification,
  /** The account begins with it: id of the invitation. */
  invitation: z.string().optional(),
});

/** A passkey login that was begun: bound to relying party, client and the username that was sent (F-4). */
const passkey_login = z.object({
  challenge: z.string(),
  rp_id: z.string(),
  client_id: z.string(),
  user_verification,
  /** A username was sent; without one the authenticator says whose passkey it is. */
  named: z.boolean(),
  /** Principal id behind that username; absent when there is none. */
  user_id: z.string().optional(),
});

/** A sign-in that waits for its mailed code (auth-wire 6.8). */
const email = z.object({
  user_id: z.string(),
  /** The address, as it is stored with the user. */
  alias: z.string(),
  client_id: z.string(),
  scope: texts,
  /** A family that begins now: what ends the user's sessions ends the code, too. */
  sid: z.string(),
  /** Seconds since the epoch. */
  iat: z.number(),
  round,
});

/** The typed form of a mailed code, by its first letters: sealed, because the rest can be tried out. */
const typed_code = z.object({
  sealed: z.string(),
  round,
});

export const codeKinds = {
  oauth_code,
  redeemed_code,
  authorize,
  pushed_request,
  consent_answer,
  oauth_state,
  rotated_refresh,
  known_network,
  used_state,
  client_assertion,
  dpop_proof,
  form_begun,
  form_answer,
  ...samlKinds,
  signup,
  password_reset,
  password_setup,
  address_change,
  factor_setup,
  mailed_round,
  device_code,
  device_request,
  device_claim,
  device_decision,
  device_slowed,
  passkey_reg,
  passkey_login,
  email,
  typed_code,
} as const;

export type CodeKind = keyof typeof codeKinds;
export type CodePayload<K extends CodeKind> = z.output<(typeof codeKinds)[K]>;
