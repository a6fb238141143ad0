/** Names that no one may have, in the form in which names are compared: `ａｐｉ－ｋｅｙ：x` is read as `api-key:x` (K-15). */
import { canonicalAlias } from "./canonical-alias.ts";

/** The key of an API key proves it, not its name in a header or a claim (W32). */
export const API_KEY_PREFIX = "api-key:";

/** Whether a name is that of an API key. */
export const isKeyName = (name: string): boolean =>
  name.startsWith(API_KEY_PREFIX) || canonicalAlias(name).startsWith(API_KEY_PREFIX);

/** Whether a name is an address, as ids of clients with a document are. */
export const isAddressName = (name: string): boolean => /^https?:\/\//.test(canonicalAlias(name));
