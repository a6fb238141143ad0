/** How a client record names the keys of its client (RFC 7591 §2, RFC 7523 §2.2, RFC 8705 §2.2.2). */

import { z } from "zod";
import { type Message, message } from "../../messages/message.ts";
import { decodeBase64 } from "../../std/base64.ts";
import { algorithmsOf, MAX_KEYS, secretMember } from "../../std/public-jwk.ts";
import { parseCertificate } from "../../std/x509.ts";
import { parseWebAddress } from "../fields/address-field.ts";
import { algorithm } from "../fields/algorithm-field.ts";
import { addFault, checkedText, optionalSection } from "../fields/field.ts";

const MAX_CERTIFICATE_LENGTH = 16_384;

const key = z.looseObject({
  kty: z.string().optional(),
  x5c: z.array(z.string()).min(1).max(8).optional(),
});

export const keyFields = {
  jwks: optionalSection({
    keys: z.array(key).max(MAX_KEYS).meta({ title: "JSON Web Keys" }),
  }).meta({
    title: "Keys",
    description:
      "Public keys of the client (JSON Web Key Set). For a self-signed certificate, each key has it in x5c.",
  }),
  jwks_uri: checkedText(
    (value) => parseWebAddress(value)?.protocol === "https:" && !value.includes("#"),
    message("fault.https_keys"),
  ).meta({
    title: "Address of the keys",
    description:
      "private_key_jwt: where the client publishes its public keys, instead of entering the keys.",
  }),
  request_object_signing_alg: algorithm("").meta({
    title: "Algorithm of its requests",
    description:
      "The only algorithm of signed requests (RFC 9101); empty: every one that a key allows.",
  }),
  token_endpoint_auth_signing_alg: algorithm("").meta({
    title: "Algorithm of its proof",
    description: "private_key_jwt: the only algorithm; empty: every one that a key allows.",
  }),
};

type Keys = Readonly<{
  token_endpoint_auth_method: string;
  request_object_signing_alg: string;
  jwks?: { readonly keys: readonly z.output<typeof key>[] } | undefined;
  jwks_uri: string;
}>;

function isCertificate(base64: string): boolean {
  const der = base64.length <= MAX_CERTIFICATE_LENGTH ? decodeBase64(base64) : undefined;
  try {
    return der !== undefined && Boolean(parseCertificate(der));
  } catch {
    return false;
  }
}

/** RFC 7591 §2: one source of keys. RFC 8705 §2.2.2: certificates. No key of a record is a secret one. */
export function checkKeys(client: Keys, context: z.RefinementCtx): void {
  const { token_endpoint_auth_method: method, jwks, jwks_uri: address } = client;
  const keys = jwks?.keys ?? [];
  const fault = (reason: Message, ...path: PropertyKey[]) => addFault(context, reason, path);
  for (const [index, one] of keys.entries()) {
    const secret = secretMember(one);
    if (secret) fault(message("fault.secret_key"), "jwks", "keys", index, secret);
    const needed = one.x5c !== undefined || method === "self_signed_tls_client_auth";
    if (needed && !isCertificate(one.x5c?.[0] ?? "")) {
      fault(message("fault.certificate_der"), "jwks", "keys", index, "x5c", 0);
    }
  }
  if (method === "self_signed_tls_client_auth" && keys.length === 0) {
    fault(message("fault.with_member", { member: "self_signed_tls_client_auth" }), "jwks");
  }
  const signs = client.request_object_signing_alg !== "";
  if (address !== "" && method !== "private_key_jwt" && !signs) {
    fault(message("fault.keys_unread"), "jwks_uri");
  }
  if (address !== "" && keys.length > 0 && method !== "self_signed_tls_client_auth") {
    fault(message("fault.two_sources"), "jwks");
  }
  if (method !== "private_key_jwt") return;
  if (address === "" && !keys.some((one) => algorithmsOf(one).length > 0)) {
    fault(message("fault.keys_required"), "jwks");
  }
}
