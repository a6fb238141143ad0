/** RFC 7591 §3: a client registers itself (auth-wire 5.8; G-1 to G-4). */
import { type Call, now, toldBy } from "../../call.ts";
import { sha256Hex } from "../../crypto/digest.ts";
import { AuthError } from "../../errors.ts";
import { countRequest } from "../../iam/attempts.ts";
import { findInitialToken, spendInitialToken } from "../../records/initial-access-tokens.ts";
import { addRegistered, REGISTERED_PREFIX } from "../../records/registered-clients.ts";
import { hasSecret } from "../../settings/records/oauth-client.ts";
import { encodeHex } from "../../std/hex.ts";
import { ulid } from "../../std/ulid.ts";
import { offeredAlgorithms } from "../../tokens/offered-algorithms.ts";
import { sectorFault } from "../clients/sector-document.ts";
import {
  type ClientInformation,
  informationOf,
  type ReadScope,
  recordOf,
  registeredConfig,
} from "./information.ts";
import { type ReadMetadata, readMetadata, targetsOf } from "./metadata.ts";

/** A secret of 256 bits (auth-wire: hex64). */
export const newSecret = ({ service }: Call): string => encodeHex(service.runtime.random(32));

/** Registration can be on at any time for the client configuration endpoint; this is for new ones. */
function requireRegistration(call: Call): void {
  if (!call.snapshot.settings.registration.enabled) {
    throw new AuthError("not_found", "dynamic client registration is disabled");
  }
}

/** The host of the sector names the client's targets, or the subjects of its own clients would be for sale. */
export async function requireSector(call: Call, metadata: ReadMetadata): Promise<void> {
  const { sector_identifier_uri: address, redirect_uris } = metadata;
  if (address === "") return;
  const fault = await sectorFault(call.service, address, redirect_uris, true);
  if (fault !== undefined) throw new AuthError("invalid_client_metadata", fault);
}

/** Of what the client names, what may be registered; a client that names none has the default. */
export function registeredScope(call: Call, { scope: named }: ReadMetadata): ReadScope {
  const { default_scope, allowed_scopes: bound } = call.snapshot.settings.registration;
  if (named.length === 0) return { scope: default_scope, allowed_scopes: bound };
  const allowed_scopes = bound.length > 0 ? named.filter((one) => bound.includes(one)) : named;
  if (allowed_scopes.length > 0) return { scope: [], allowed_scopes };
  throw new AuthError("invalid_client_metadata", "scope: none of these scopes can be registered");
}

/** The initial access token of the request, checked; undefined where none is needed and none came. */
async function initialToken(call: Call, token: string | undefined): Promise<string | undefined> {
  if (token === undefined) {
    if (!call.snapshot.settings.registration.require_initial_token) return undefined;
    throw new AuthError("unauthenticated", "initial access token required");
  }
  const id = await findInitialToken(call.service, token);
  if (id === undefined) throw new AuthError("invalid_token", "initial access token invalid");
  return id;
}

/**
 * Counts the request, checks it, and stores the client.
 * @param read the body, read only after the request was counted
 * @param token what came as a bearer token
 */
export async function register(
  call: Call,
  read: () => Promise<unknown>,
  token: string | undefined,
): Promise<ClientInformation> {
  requireRegistration(call);
  await countRequest(call, "registration", undefined);
  const { registration } = call.snapshot.settings;
  const initial = await initialToken(call, token);
  const metadata = readMetadata(await read(), {
    schemes: registration.redirect_schemes,
    algorithms: offeredAlgorithms(call.snapshot),
  });
  await requireSector(call, metadata);
  const { service } = call;
  const { runtime } = service;
  const id = REGISTERED_PREFIX + ulid(runtime.clock.now(), runtime.random).toLowerCase();
  const registrationToken = newSecret(call);
  const issuedAt = Math.floor(now(call) / 1000);
  const lifetime = registration.client_lifetime;
  const config = {
    ...recordOf(metadata, registeredScope(call, metadata), initial),
    dynamic: true,
    ...(hasSecret({ ...metadata, public: false }) && { client_secret: newSecret(call) }),
    client_secret_expires_at: lifetime === undefined ? 0 : issuedAt + Math.ceil(lifetime / 1000),
    registration_token: sha256Hex(registrationToken),
    created_at: issuedAt,
  };
  await addRegistered(call, { id, config }, registration.max_clients, async (open) => {
    if (initial !== undefined) await spendInitialToken(open, initial);
  });
  service.events.emit({
    type: "client.registered",
    client_id: id,
    name: metadata.client_name,
    targets: targetsOf(metadata),
    initial_access_token: initial,
    ...toldBy(call),
  });
  return {
    ...informationOf(call, id, registeredConfig(config)),
    registration_access_token: registrationToken,
  };
}
