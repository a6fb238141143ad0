/** The public key of a token of ours, for bare apps that check its signature. */
import type { JsonWebKey } from "node:crypto";

export async function signingKey(certsUrl: string, token: string): Promise<JsonWebKey> {
  const [head = ""] = token.split(".");
  const { kid } = JSON.parse(Buffer.from(head, "base64url").toString()) as { kid: string };
  const { keys } = (await (await fetch(certsUrl)).json()) as {
    keys: (JsonWebKey & { readonly kid: string })[];
  };
  const key = keys.find((one) => one.kid === kid);
  if (!key) throw new Error(`${certsUrl} has no key ${kid}`);
  return key;
}
