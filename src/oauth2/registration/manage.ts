/** RFC 7592: a client looks after its own registration (auth-wire 5.8; G-3). */
import { type Call, now } from "../../call.ts";
import { equalConstantTime, sha256Hex } from "../../crypto/digest.ts";
import { AuthError } from "../../errors.ts";
import { countRequest } from "../../iam/attempts.ts";
import {
  changeRegistered,
  hasExpired,
  REGISTERED_PREFIX,
  removeRegistered,
} from "../../records/registered-clients.ts";
import { pairwiseSector } from "../../settings/records/client-sector.ts";
import { hasSecret, type OAuthClientConfig } from "../../settings/records/oauth-client.ts";
import { offeredAlgorithms } from "../../tokens/offered-algorithms.ts";
import {
  type ClientInformation,
  informationOf,
  recordOf,
  registeredConfig,
} from "./information.ts";
import { type ReadMetadata, readMetadata } from "./metadata.ts";
import { newSecret, registeredScope, requireSector } from "./register.ts";

/** Compared with when there is nothing to compare with, so that both cost the same. */
const ABSENT = "0".repeat(64);

interface Owned {
  readonly id: string;
  readonly config: OAuthClientConfig;
  readonly tokenHash: string;
}

/**
 * The client whose token this is. One answer for unknown, disabled, expired and foreign clients: the token
 * opens its own client alone, and cannot enable what an administrator has disabled.
 */
function requireOwn(call: Call, id: string, token: string | undefined): Owned {
  if (token === undefined) {
    throw new AuthError("invalid_token", "registration access token required");
  }
  const tokenHash = sha256Hex(token);
  const record = call.service.snapshots.current.oauth_clients.get(id);
  const config = id.startsWith(REGISTERED_PREFIX) && record?.enabled ? record.config : undefined;
  const right = equalConstantTime(tokenHash, config?.registration_token || ABSENT);
  if (!config?.dynamic || !right || hasExpired(config, now(call))) {
    throw new AuthError("invalid_token", "registration access token invalid");
  }
  return { id, config, tokenHash };
}

/** What is registered now, with the secret. */
export async function readRegistration(
  call: Call,
  id: string,
  token: string | undefined,
): Promise<ClientInformation> {
  const { config } = requireOwn(call, id, token);
  return informationOf(call, id, config);
}

const invalid = (message: string) => new AuthError("invalid_client_metadata", message);

/** RFC 7592 §2.2: the client names itself, and brings no secret but the one that it has. */
function requireSelf({ id, config }: Owned, body: unknown): void {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw invalid("body: must be an object");
  }
  const { client_id, client_secret } = body as Readonly<Record<string, unknown>>;
  if (client_id !== id) throw invalid("client_id: must be the id of this client");
  if (client_secret === undefined || client_secret === null) return;
  const same = typeof client_secret === "string" && config.client_secret !== "";
  if (!same || !equalConstantTime(client_secret, config.client_secret)) {
    throw invalid("client_secret: must be the present one, or be left out");
  }
}

/**
 * With codes and sign-ins from before, a client that moves into the sector of another host would be told the
 * subjects of that host (ADR 0080).
 */
function requireSameSector({ id, config }: Owned, metadata: ReadMetadata): void {
  const after = pairwiseSector(id, { ...metadata, whitelist_urls: [] });
  if (after === pairwiseSector(id, config)) return;
  throw invalid("subject_type: the sector of a client cannot change, register another one");
}

/**
 * Replaces the metadata: what the body leaves out has its default afterwards. A client that becomes
 * confidential gets a secret, one that becomes public loses it.
 */
export async function replaceRegistration(
  call: Call,
  id: string,
  token: string | undefined,
  read: () => Promise<unknown>,
): Promise<ClientInformation> {
  const own = requireOwn(call, id, token);
  await countRequest(call, "registration", id);
  const body = await read();
  requireSelf(own, body);
  const { redirect_schemes: schemes } = call.snapshot.settings.registration;
  const metadata = readMetadata(body, { schemes, algorithms: offeredAlgorithms(call.snapshot) });
  requireSameSector(own, metadata);
  await requireSector(call, metadata);
  const replaced = recordOf(
    metadata,
    registeredScope(call, metadata),
    own.config.registered?.initial_access_token,
  );
  const secret = newSecret(call);
  const config = await changeRegistered(call, id, own.tokenHash, (stored) => ({
    ...stored,
    ...replaced,
    client_secret: hasSecret(replaced) ? stored.client_secret || secret : "",
    ...(!hasSecret(replaced) && { previous_secret: undefined }),
  }));
  return informationOf(call, id, registeredConfig(config));
}

/** Ends the client with its codes and tokens. */
export async function endRegistration(
  call: Call,
  id: string,
  token: string | undefined,
): Promise<void> {
  const { tokenHash } = requireOwn(call, id, token);
  await countRequest(call, "registration", id);
  await removeRegistered(call, id, tokenHash);
}
