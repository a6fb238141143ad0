/** Client authentication (RFC 6749 §2.3; specification, token rule 15; auth-wire 5.4; K-1, K-2). */
import { type Call, now } from "../../call.ts";
import { equalConstantTime } from "../../crypto/digest.ts";
import { AuthError, withFacts } from "../../errors.ts";
import { decodeBase64 } from "../../std/base64.ts";
import type { Client } from "../../tokens/client.ts";
import { documentHostOf } from "../documents/document-client.ts";
import { byAssertion, namedByAssertion } from "./client-assertion.ts";
import type { ClientCredentials } from "./client-credentials.ts";
import { invalidClient, requireSecret } from "./counted-secret.ts";
import { type FoundClient, findClient, resolveClient } from "./find.ts";

/**
 * `confidential` refuses public clients (RFC 6749 §2.1); `public` lets them in without a secret; `public-or-document`
 * does, too, and an id that is the URL of a document is the client of the document (auth-wire 5.4).
 */
export type ClientAuthRequirement = "confidential" | "public" | "public-or-document";

interface Claimed {
  readonly id: string;
  readonly secret: string;
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** RFC 6749 §2.3.1 sends both parts form-encoded: `+` is a blank. */
function percentDecoded(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

/** Splits a Basic header at the first colon; undefined for another scheme, throws when malformed. */
function basicCredentials(header: string | undefined): Claimed | undefined {
  if (!header || !/^basic(?![^\s,])/i.test(header)) return undefined;
  try {
    const [, token] = /^basic +(\S+)\s*$/i.exec(header) ?? fail();
    const text = decoder.decode(decodeBase64(token ?? "") ?? fail());
    const colon = text.indexOf(":");
    if (colon < 1) throw invalidClient();
    return { id: text.slice(0, colon), secret: text.slice(colon + 1) };
  } catch (cause) {
    throw new AuthError("invalid_client", "Authorization header is malformed", { cause });
  }
}

const fail = (): never => {
  throw invalidClient();
};

/** Compared against when there is nothing to compare with, so that both cost the same. */
const ABSENT_SECRET = "0".repeat(64);

/** Both are always compared, for constant time: the present secret, and the one before while it works. */
function isSecretOf(call: Call, found: FoundClient | undefined, sent: string): boolean {
  const { secret = "", previous } = found ?? {};
  const before = previous && now(call) < previous.until ? previous.secret : "";
  const isPresent = equalConstantTime(sent, secret || ABSENT_SECRET);
  const isPrevious = equalConstantTime(sent, before || ABSENT_SECRET);
  return (isPresent && secret !== "") || (isPrevious && before !== "");
}

/** One count for a client, however its id was spelled. */
async function proven(
  call: Call,
  claimedId: string,
  found: FoundClient | undefined,
  right: boolean,
): Promise<FoundClient> {
  await requireSecret(call, found?.client.id ?? claimedId, right);
  if (!found) throw invalidClient();
  return found;
}

/** The id that a request names, for the log. */
function namedId({ authorization, client_id, client_assertion }: ClientCredentials): string {
  try {
    const named = basicCredentials(authorization)?.id ?? client_id;
    return (named ?? namedByAssertion(client_assertion ?? "")).slice(0, 200);
  } catch {
    return "";
  }
}

/**
 * The authenticated client of a request. Throws `invalid_client` (401) for anything unproven,
 * `too_many_requests` after too many wrong secrets (I-7), and `invalid_request` when two methods are used
 * at once (RFC 6749 §2.3; K-1).
 */
export async function authenticateClient(
  call: Call,
  credentials: ClientCredentials,
  required: ClientAuthRequirement,
): Promise<Client> {
  try {
    const client = await provenClient(call, credentials, required);
    if (required === "confidential" && client.public) throw invalidClient();
    return client;
  } catch (error) {
    throw withFacts(error, { client_id: namedId(credentials) });
  }
}

async function provenClient(
  call: Call,
  credentials: ClientCredentials,
  required: ClientAuthRequirement,
): Promise<Client> {
  const basic = basicCredentials(credentials.authorization);
  const { client_id: id, client_secret: secret } = credentials;
  if (hasAssertion(credentials)) return byKey(call, credentials, basic);
  if (required === "public-or-document") {
    refuseSecret(call, basic?.id ?? id, basic?.secret ?? secret);
  }
  if (basic) {
    if (secret !== undefined) {
      throw new AuthError("invalid_request", "more than one client authentication method");
    }
    const { client } = await byBasic(call, basic, required);
    if (id !== undefined && id !== client.id) {
      throw new AuthError("invalid_request", "client_id does not match the authenticated client");
    }
    return client;
  }
  if (id === undefined) throw new AuthError("invalid_client", "client credentials not provided");
  if (secret === undefined) {
    const found = await lookUp(call, id, required);
    if (required !== "confidential" && found && isOpenPublic(found)) return found.client;
    return byCertificate(call, found).client;
  }
  const found = await findClient(call, id);
  return (await proven(call, id, found, isSecretOf(call, found, secret))).client;
}

const hasAssertion = ({ client_assertion, client_assertion_type }: ClientCredentials): boolean =>
  client_assertion !== undefined || client_assertion_type !== undefined;

/** RFC 7521 §4.2: a `client_id` beside the assertion names the same client. */
async function byKey(
  call: Call,
  { client_id, client_secret, client_assertion = "", client_assertion_type }: ClientCredentials,
  basic: Claimed | undefined,
): Promise<Client> {
  if (basic || client_secret !== undefined) {
    throw new AuthError("invalid_request", "more than one client authentication method");
  }
  const { client } = await byAssertion(call, client_assertion, client_assertion_type);
  if (client_id !== undefined && client_id !== client.id) {
    throw new AuthError("invalid_request", "client_id does not match the authenticated client");
  }
  return client;
}

const lookUp = (call: Call, id: string, required: ClientAuthRequirement) =>
  required === "public-or-document" ? resolveClient(call, id) : findClient(call, id);

/** A document is public: what comes with its URL is no secret of it. */
function refuseSecret(call: Call, id: string | undefined, secret: string | undefined): void {
  if (!secret || id === undefined) return;
  const spellings = [id, percentDecoded(id)];
  if (!spellings.some((one) => one !== undefined && documentHostOf(call, one) !== undefined))
    return;
  throw invalidClient("client metadata clients do not use a shared secret");
}

/**
 * Without a secret the certificate decides (RFC 8705 §2; auth-wire 6.3), and it is looked at first: what is wrong
 * with it tells nothing about the client. Unknown clients and those of another certificate read the same.
 */
function byCertificate(call: Call, found: FoundClient | undefined): FoundClient {
  if (call.internal || !call.snapshot.settings.mtls.enabled) throw invalidClient();
  const certificate = call.certificate();
  if (found?.certificate?.(certificate)) return found;
  throw new AuthError("invalid_client", "client certificate not match", {
    facts: { certificate: certificate.fingerprint },
  });
}

/**
 * Verbatim first, then percent-decoded; both are always compared. A public client may send its id with an empty secret; an empty secret of
 * another one is none.
 */
async function byBasic(
  call: Call,
  { id, secret }: Claimed,
  required: ClientAuthRequirement,
): Promise<FoundClient> {
  const decodedId = percentDecoded(id);
  const found =
    (await findClient(call, id)) ??
    (decodedId === undefined ? undefined : await findClient(call, decodedId));
  const asSent = isSecretOf(call, found, secret);
  const asDecoded = isSecretOf(call, found, percentDecoded(secret) ?? secret);
  const right = asSent || asDecoded;
  if (secret !== "") return await proven(call, id, found, right);
  if (required !== "confidential" && found && isOpenPublic(found)) {
    const client = await lookUp(call, found.client.id, required);
    if (!client) throw invalidClient();
    return client;
  }
  return call.snapshot.settings.mtls.enabled
    ? byCertificate(call, found)
    : await proven(call, id, found, right);
}

/** Explicitly public and without a stored secret (specification, Authentication 4). */
const isOpenPublic = ({ client, secret }: FoundClient) => client.public && secret === "";
