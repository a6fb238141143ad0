/** A grant decides who gets which tokens; the mint refuses and signs. */
import type { z } from "zod";
import type { Call } from "../../call.ts";
import type { Client } from "../../tokens/client.ts";
import type { Decision } from "../../tokens/decision.ts";
import type { ClientAuthRequirement } from "../clients/authenticate.ts";
import type { TokenParameters } from "../token-parameters.ts";

/** A `grant_type` of the token endpoint. */
export interface Grant<Form = unknown> {
  readonly type: string;
  /** The parameters of the request beyond `grant_type` and the client credentials. */
  readonly form: z.ZodType<Form> & { readonly shape: Readonly<Record<string, z.ZodType>> };
  readonly clientAuth:
    | ClientAuthRequirement
    | ((parameters: TokenParameters) => ClientAuthRequirement);
  /** Asked by discovery and by the token endpoint, so the two cannot disagree (O-4). */
  readonly enabled: (call: Call) => boolean;
  /** `error_description` of `unsupported_grant_type` while it is switched off. */
  readonly disabledMessage: string;
  /** Told with the tokens, where the grant can give several types (RFC 8693 §2.2.1). */
  readonly issuedTokenType?: string;
  /** @param key thumbprint of the one that the client has proven (RFC 9449 §5) */
  readonly decide: (call: Call, requester: Client, form: Form, key?: string) => Promise<Decision>;
}

/** Checks the types of a grant and forgets its form type, so that grants fit in one list. */
export const defineGrant = <Form>(grant: Grant<Form>): Grant => grant as unknown as Grant;
