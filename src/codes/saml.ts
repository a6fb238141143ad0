/** One-time state of sign-ins at SAML providers (auth-wire 6.2, 6.8; S-7). */
import { z } from "zod";

const texts = z.array(z.string());

/** A request on its way through the provider; its id is the RelayState. */
const saml_relay = z.object({
  provider: z.string(),
  client_id: z.string(),
  redirect_uri: z.string(),
  /** The client's own `state`. */
  org_state: z.string().optional(),
  /** How the client is answered; absent: in the query of its target. */
  response_mode: z.enum(["query", "form_post"]).optional(),
  nonce: z.string().optional(),
  scope: texts,
  request_id: z.string(),
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().optional(),
  dpop_jkt: z.string().optional(),
  /** SHA-256 of what the browser holds, in hex. */
  browser: z.string(),
});

/** An administrator's test of a provider; its id is the RelayState. */
const saml_test = z.object({ provider: z.string(), request_id: z.string() });

const attribute = z.object({
  name: z.string(),
  friendlyName: z.string().exactOptional(),
  values: texts,
});

/** A checked response that waits for the browser to show that it began the sign-in. */
const saml_answer = z.object({
  relay: saml_relay,
  issuer: z.string(),
  person: z.object({ nameId: z.string(), format: z.string(), attributes: z.array(attribute) }),
  alias: z.string(),
  /** The attribute by which the record knows people, and its value. */
  person_id: z.object({ attribute: z.string(), value: z.string() }).optional(),
  /** Milliseconds since the epoch. */
  authenticated_at: z.number(),
});

/** An assertion that came; it counts once, on all instances. */
const saml_assertion = z.object({});

export const samlKinds = { saml_relay, saml_test, saml_answer, saml_assertion } as const;
