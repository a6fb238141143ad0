/** Client authentication (specification, token rule 15; auth-wire 5.4; K-1, K-2). */
import { type Call, now } from "../../call.ts";
import { equalConstantTime } from "../../crypto/digest.ts";
import { AuthError, withFacts } from "../../errors.ts";
import { decodeBase64 } from "../../std/base64.ts";
import { attempt, proceed, type Ready } from "../../std/ready.ts";
import type { Client } from "../../tokens/client.ts";
import { documentHostOf } from "../documents/document-client.ts";
import { byAssertion, namedByAssertion } from "./client-assertion.ts";
import type { ClientCredentials } from "./client-credentials.ts";
import { clientFailed as failed, requireSecret } from "./counted-secret.ts";
import { type FoundClient, findClient, resolveClient } from "./find.ts";

/**
 * `confidential` refuses public clients; `any` lets them in without a secret; `described` does, too, and an
 * id that is the URL of a document is the client of the document (auth-wire 5.4).
 */
export type ClientAuthRequirement = "confidential" | "any" | "described";

interface Claimed {
  readonly id: string;
  readonly secret: string;
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** RFC 6749 §2.3.1 sends both parts form-encoded: `+` is a blank. */
function percentDecoded(text: string): string | undefined {
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
    if (colon < 1) throw failed();
    return { id: text.slice(0, colon), secret: text.slice(colon + 1) };
  } catch (cause) {
    throw new AuthError("invalid_client", "Authorization header is malformed", { cause });
  }
}

const fail = (): never => {
  throw failed();
};

/** The client that was named, if there is one, and whether the secret is its own. */
interface Match {
  readonly found: FoundClient | undefined;
  readonly right: boolean;
}

/** Verbatim first, then percent-decoded; both are always compared, for constant time. */
function matchBasic(call: Call, claimed: Claimed): Ready<Match> {
  const decodedId = percentDecoded(claimed.id);
  const found = proceed(
    findClient(call, claimed.id),
    (verbatim) => verbatim ?? (decodedId === undefined ? undefined : findClient(call, decodedId)),
  );
  return proceed(found, (found) => {
    const asSent = isSecretOf(call, found, claimed.secret);
    const decodedSecret = percentDecoded(claimed.secret) ?? claimed.secret;
    const asDecoded = isSecretOf(call, found, decodedSecret);
    return { found, right: asSent || asDecoded };
  });
}

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

const matchBody = (call: Call, claimed: Claimed): Ready<Match> =>
  proceed(findClient(call, claimed.id), (found) => ({
    found,
    right: isSecretOf(call, found, claimed.secret),
  }));

/** One count for a client, however its id was spelled. */
function proven(call: Call, claimed: Claimed, { found, right }: Match): Ready<FoundClient> {
  return proceed(requireSecret(call, found?.client.id ?? claimed.id, right), () => {
    if (!found) throw failed();
    return found;
  });
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
 * at once (K-1).
 */
export const authenticateClient = (
  call: Call,
  credentials: ClientCredentials,
  strength: ClientAuthRequirement,
): Ready<Client> =>
  attempt(
    () => provenClient(call, credentials, strength),
    (error) => {
      throw withFacts(error, { client_id: namedId(credentials) });
    },
  );

function provenClient(
  call: Call,
  credentials: ClientCredentials,
  strength: ClientAuthRequirement,
): Ready<Client> {
  const basic = basicCredentials(credentials.authorization);
  const { client_id: bodyId, client_secret: bodySecret } = credentials;
  if (hasAssertion(credentials)) return provenByKey(call, credentials, basic, strength);
  if (strength === "described")
    refuseSecret(call, basic?.id ?? bodyId, basic?.secret ?? bodySecret);
  if (basic) {
    if (bodySecret !== undefined) {
      throw new AuthError("invalid_request", "more than one client authentication method");
    }
    return proceed(byBasic(call, basic, strength), ({ client }) => {
      if (bodyId !== undefined && bodyId !== client.id) {
        throw new AuthError("invalid_request", "client_id does not match the authenticated client");
      }
      return requireStrength(client, strength);
    });
  }
  if (bodyId === undefined)
    throw new AuthError("invalid_client", "client credentials not provided");
  if (bodySecret === undefined) {
    return proceed(lookUp(call, bodyId, strength), (found) => {
      const open = strength !== "confidential" && found && isOpenPublic(found);
      if (open) return found.client;
      return proceed(byCertificate(call, found), ({ client }) => requireStrength(client, strength));
    });
  }
  const claimed = { id: bodyId, secret: bodySecret };
  return proceed(
    proceed(matchBody(call, claimed), (match) => proven(call, claimed, match)),
    ({ client }) => requireStrength(client, strength),
  );
}

const hasAssertion = ({ client_assertion, client_assertion_type }: ClientCredentials): boolean =>
  client_assertion !== undefined || client_assertion_type !== undefined;

/** RFC 7521 §4.2: a `client_id` beside the assertion names the same client. */
async function provenByKey(
  call: Call,
  { client_id, client_secret, client_assertion = "", client_assertion_type }: ClientCredentials,
  basic: Claimed | undefined,
  strength: ClientAuthRequirement,
): Promise<Client> {
  if (basic || client_secret !== undefined) {
    throw new AuthError("invalid_request", "more than one client authentication method");
  }
  const { client } = await byAssertion(call, client_assertion, client_assertion_type);
  if (client_id !== undefined && client_id !== client.id) {
    throw new AuthError("invalid_request", "client_id does not match the authenticated client");
  }
  return requireStrength(client, strength);
}

const lookUp = (call: Call, id: string, strength: ClientAuthRequirement) =>
  strength === "described" ? resolveClient(call, id) : findClient(call, id);

/** A document is public: what comes with its URL is no secret of it. */
function refuseSecret(call: Call, id: string | undefined, secret: string | undefined): void {
  if (!secret || id === undefined) return;
  const spellings = [id, percentDecoded(id)];
  if (!spellings.some((one) => one !== undefined && documentHostOf(call, one) !== undefined))
    return;
  throw failed("client metadata clients do not use a shared secret");
}

/**
 * Without a secret the certificate decides (auth-wire 6.3), and it is looked at first: what is wrong with it
 * tells nothing about the client. Unknown clients and those of another certificate read the same.
 */
function byCertificate(call: Call, found: FoundClient | undefined): Ready<FoundClient> {
  if (call.internal || !call.snapshot.settings.mtls.enabled) throw failed();
  return proceed(call.certificate(), (certificate) => {
    if (found?.certificate?.(certificate)) return found;
    throw new AuthError("invalid_client", "client certificate not match", {
      facts: { certificate: certificate.fingerprint },
    });
  });
}

/** A public client may send its id with an empty secret; an empty secret of another one is none. */
const byBasic = (call: Call, basic: Claimed, strength: ClientAuthRequirement): Ready<FoundClient> =>
  proceed(matchBasic(call, basic), (match) => {
    const { found } = match;
    if (basic.secret !== "") return proven(call, basic, match);
    if (strength !== "confidential" && found && isOpenPublic(found)) {
      return proceed(lookUp(call, found.client.id, strength), (client) => {
        if (!client) throw failed();
        return client;
      });
    }
    return call.snapshot.settings.mtls.enabled
      ? byCertificate(call, found)
      : proven(call, basic, match);
  });

/** Explicitly public and without a stored secret (specification, Authentication 4). */
const isOpenPublic = ({ client, secret }: FoundClient) => client.public && secret === "";

function requireStrength(client: Client, strength: ClientAuthRequirement): Client {
  if (strength === "confidential" && client.public) throw failed();
  return client;
}
