/** A response of a provider, with every check passed and counted (S-6, S-7, S-10; I-7). */
import { type Call, now } from "../../call.ts";
import { pemToPkcs8 } from "../../crypto/signing-key.ts";
import { AuthError } from "../../errors.ts";
import { capability } from "../../runtime/capability.ts";
import { durationOf } from "../../std/duration.ts";
import {
  type Check,
  type Examination,
  type Examined,
  examineResponse,
  failureOf,
} from "./examine.ts";
import type { IdentityProvider } from "./identity-provider.ts";
import { renewMetadata, requireMetadata } from "./metadata-source.ts";
import type { SamlProvider } from "./provider.ts";
import { serviceProviderFor } from "./service-provider.ts";

/** A longer one is bounded by its request, which is answered once. */
const MAX_MEMORY_MS = 30 * 86_400_000;

/** One text for everything that is wrong (S-10); the log has the check and its reason, never the message. */
function refusal({ id }: SamlProvider, { check, detail }: Check): AuthError {
  const message = check === "alias" ? "alias not found in assertion" : "saml response invalid";
  return new AuthError("invalid_request", message, {
    facts: { provider: id, check, reason: detail.slice(0, 500) },
  });
}

/** Checks that fail when the provider has signed with a key that its metadata did not have. */
const BY_KEY: ReadonlySet<string | undefined> = new Set(["signature", "response_signature"]);

function decryptionKeys({ config }: SamlProvider): readonly Uint8Array<ArrayBuffer>[] {
  if (!config.encrypted_assertions) return [];
  const keys = [config.encryption_key, config.next_encryption_key];
  return keys.filter((pem) => pem !== "").map(pemToPkcs8);
}

function examine(
  call: Call,
  provider: SamlProvider,
  metadata: IdentityProvider,
  message: string,
  requestId: string | undefined,
): Promise<Examination> {
  const self = serviceProviderFor(call, provider);
  return examineResponse(message, {
    xml: capability(call.service.runtime, "xml"),
    provider: metadata,
    audience: self.entityId,
    recipient: self.acs,
    request: requestId,
    decryptionKeys: decryptionKeys(provider),
    now: now(call),
    aliasAttribute: provider.config.alias_attribute,
    idAttribute: provider.config.id_attribute,
  });
}

/** The examination with the metadata as it is, and once more when the provider may have replaced its key. */
export async function examineMessage(
  call: Call,
  provider: SamlProvider,
  metadata: IdentityProvider,
  message: string,
  requestId: string | undefined,
): Promise<Examination> {
  const examined = await examine(call, provider, metadata, message, requestId);
  if (!BY_KEY.has(failureOf(examined)?.check)) return examined;
  const renewed = await renewMetadata(call, provider, metadata);
  return renewed ? examine(call, provider, renewed, message, requestId) : examined;
}

/** An assertion counts once, on all instances, for as long as its times would let it pass (S-7). */
async function requireFirst(call: Call, provider: SamlProvider, issuer: string, found: Examined) {
  const left = Math.min(Math.max(found.end - now(call), 1), MAX_MEMORY_MS);
  try {
    // The name is the issuer's, so another issuer's cannot be in its way.
    const name = `${issuer} ${found.id}`;
    await call.service.codes.put("saml_assertion", name, {}, durationOf(left));
  } catch (error) {
    if (!(error instanceof AuthError) || error.code !== "conflict") throw error;
    throw refusal(provider, {
      check: "replay",
      ok: false,
      detail: "the assertion was used before",
    });
  }
}

/** What the response says, proven; throws `invalid_request`, or `too_many_requests` after too many failures. */
export async function verifyResponse(
  call: Call,
  provider: SamlProvider,
  message: string,
  requestId: string,
): Promise<{ found: Examined; issuer: string }> {
  const metadata = await requireMetadata(call, provider);
  const attempted = { account: undefined, network: call.source(), signal: call.signal() };
  const found = await call.service.attempts.make("saml_response", attempted, async () => {
    const examination = await examineMessage(call, provider, metadata, message, requestId);
    const failed = failureOf(examination);
    if (failed || !examination.found) {
      throw refusal(provider, failed ?? { check: "response", ok: false, detail: "" });
    }
    await requireFirst(call, provider, metadata.entityId, examination.found);
    return examination.found;
  });
  return { found, issuer: metadata.entityId };
}
