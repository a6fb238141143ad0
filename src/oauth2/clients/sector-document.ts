/** The document behind `sector_identifier_uri`, which says that it means the client (OpenID Connect Core §8.1). */
import type { Service } from "../../call.ts";
import { AuthError, UnfetchableUrl } from "../../errors.ts";
import { fetchDocument } from "../../relying-party/fetch-document.ts";
import { providerHttp, strangerHttp } from "../../relying-party/guarded-http.ts";

const MAX_BYTES = 65_536;
const TIMEOUT_MS = 5_000;

async function listAt(service: Service, address: string, stranger: boolean): Promise<unknown> {
  const http = stranger ? strangerHttp(service) : providerHttp(service);
  const rule = { type: "json", maxBytes: MAX_BYTES, timeout: TIMEOUT_MS } as const;
  const text = await fetchDocument(http, address, rule);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Why the document is not good for these targets; undefined when it lists every one, to the letter. */
export async function sectorFault(
  service: Service,
  address: string,
  targets: readonly string[],
  stranger: boolean,
): Promise<string | undefined> {
  let list: unknown;
  try {
    list = await listAt(service, address, stranger);
  } catch (error) {
    if (!(error instanceof UnfetchableUrl)) throw error;
    return `sector_identifier_uri: ${error.message}`;
  }
  if (!Array.isArray(list)) return "sector_identifier_uri: the document is not a list of URIs";
  const missing = targets.find((target) => !list.includes(target));
  return missing && `sector_identifier_uri: the document does not list ${missing}`;
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];

/** A record that an administrator saves, where what it says of its sector is new. Throws `invalid_request`. */
export async function acceptSector(service: Service, config: unknown, id: string): Promise<void> {
  const { sector_identifier_uri: address, redirect_uris } = Object(config);
  if (typeof address !== "string" || !URL.canParse(address)) return;
  const targets = textsOf(redirect_uris);
  const stored = service.snapshots.current.oauth_clients.get(id)?.config;
  const known = targets.every((target) => stored?.redirect_uris.includes(target));
  if (stored?.sector_identifier_uri === address && known) return;
  const detail = await sectorFault(service, address, targets, false);
  if (detail) throw new AuthError("invalid_request", "cannot decode config", { detail });
}
