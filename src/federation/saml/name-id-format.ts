/** The format of NameID that a record asks for: a short name, or the URI itself (saml-core 8.3). */
import { NAME_ID_FORMATS } from "./names.ts";

/** Empty when the provider is to choose. */
export const nameIdFormat = (named: string): string =>
  Object.hasOwn(NAME_ID_FORMATS, named)
    ? NAME_ID_FORMATS[named as keyof typeof NAME_ID_FORMATS]
    : named;
