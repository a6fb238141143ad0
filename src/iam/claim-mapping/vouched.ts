/** A person as a provider elsewhere vouches for them: checked by the protocol, not yet anyone here. */
import type { JsonObject } from "../../std/json-object.ts";

/** What makes a person the same one at the next sign-in (U-3). */
export interface IdentityKey {
  /** Kind and id of the record: `oauth:google`, `saml:campus`. */
  readonly provider: string;
  /** Who vouches, for example the `iss` of the ID token or the entity ID of a SAML provider. */
  readonly issuer: string;
  /** `sub`, or the subject of an assertion behind its format. Never an address that may get another owner. */
  readonly subject: string;
}

/** Ids of one kind can be compared: what one record or directory attribute gives. */
export type IdentityKind = Pick<IdentityKey, "provider" | "issuer">;

/** A sign-in elsewhere, proven. */
export interface Vouched extends IdentityKey {
  /** The subject under which an earlier version kept the person; a link that has it gets the new one. */
  readonly subject_before?: string;
  /**
   * The name that the record lets the provider give: the alias of a new user, or of one to link. A protocol
   * leaves it out when it is not proven, for example an address that is not verified.
   */
  readonly alias?: string | undefined;
  /** Where it is left out, what the provider would have to say: told to the person. Absent says nothing about it. */
  readonly lack?: string;
  /**
   * For the details of a new user: `email`, `name`, `given_name`, `family_name`, `preferred_username`. Texts,
   * or lists whose first text counts. An address that is not proven is left out.
   */
  readonly claims: JsonObject;
}

/** What a record allows; the member `claim_mapping` of OAuth and SAML providers. */
export interface ClaimMapping {
  readonly use_lmap: boolean;
  readonly role_map: Readonly<Record<string, readonly string[]>>;
  readonly register: boolean;
  readonly link: boolean;
}
