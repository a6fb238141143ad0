/** Client data of a ceremony (WebAuthn §5.8.1): what the browser says that it was asked, and where (F-5). */
import { equalConstantTime } from "../../crypto/digest.ts";
import { decodeBase64Url } from "../../std/base64url.ts";
import { parseJson } from "../../std/json-object.ts";

/** What a ceremony was begun with. */
export interface Expected {
  readonly type: "webauthn.create" | "webauthn.get";
  readonly challenge: string;
  readonly origins: readonly string[];
}

/** What is wrong, in words that repeat nothing of what was sent; undefined when nothing is. */
export function clientDataFault(encoded: string, expected: Expected): string | undefined {
  const text = new TextDecoder().decode(decodeBase64Url(encoded) ?? new Uint8Array());
  const data = parseJson(text);
  if (typeof data !== "object" || data === null) return "the client data is not JSON";
  const { type, challenge, origin, crossOrigin, topOrigin } = data as Record<string, unknown>;
  if (type !== expected.type) return "the client data is of another ceremony";
  if (typeof challenge !== "string" || !equalConstantTime(challenge, expected.challenge)) {
    return "the challenge is another one";
  }
  if (typeof origin !== "string" || !expected.origins.includes(origin)) {
    return "the origin is not one of this relying party";
  }
  // Only our own pages run ceremonies, and no page may frame them.
  if ((crossOrigin ?? false) !== false || topOrigin !== undefined) {
    return "the ceremony was run in a frame of another origin";
  }
  return undefined;
}
