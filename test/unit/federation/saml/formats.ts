/** Formats of a NameID by their short names. */
import { NAME_ID_FORMATS } from "../../../../src/federation/saml/names.ts";

export const BEARER_FORMATS: readonly (readonly [string, string])[] =
  Object.entries(NAME_ID_FORMATS);
