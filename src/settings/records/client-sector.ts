/** The sector of a client: whose clients know a person by the same pairwise subject (OpenID Connect Core §8.1). */
import { type Message, message } from "../../messages/message.ts";
import { parseWebAddress } from "../fields/address-field.ts";

/** Members that decide it. */
interface SectorMembers {
  readonly sector_identifier_uri: string;
  readonly redirect_uris: readonly string[];
  readonly whitelist_urls: readonly string[];
}

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** The host that proves who answers there; every application may claim a scheme of its own, and the device itself. */
function hostOf(target: string): string | undefined {
  const url = parseWebAddress(target);
  return url && !LOOPBACK.has(url.hostname) ? url.hostname : undefined;
}

/**
 * The host of `sector_identifier_uri`, else the one of all targets. A client whose targets have no host is a sector by
 * itself; no host has a colon in its name. Undefined where the targets have several.
 */
function sectorOf(id: string, members: SectorMembers): string | undefined {
  const { sector_identifier_uri: document, redirect_uris, whitelist_urls } = members;
  if (document !== "") return new URL(document).hostname;
  const [host, ...others] = new Set([...redirect_uris, ...whitelist_urls].map(hostOf));
  return others.length === 0 ? (host ?? `client:${id}`) : undefined;
}

/** The sector of a record as it counts: none for one that is not pairwise. A record that should not be there is alone. */
export const pairwiseSector = (
  id: string,
  client: SectorMembers & { readonly subject_type: "public" | "pairwise" },
): string | undefined =>
  client.subject_type === "pairwise" ? (sectorOf(id, client) ?? `client:${id}`) : undefined;

/** What a pairwise client must be besides, as the member that is wrong and why. */
export function pairwiseFault(
  client: SectorMembers & {
    readonly management?: boolean | undefined;
    readonly dynamic: boolean;
    readonly grant_types: readonly string[];
  },
): { readonly path: string; readonly reason: Message } | undefined {
  if (client.management) {
    return { path: "subject_type", reason: message("fault.public_subject") };
  }
  // By the device flow a stranger would learn the subjects of a host that it only names (G-1).
  const byDevice = "urn:ietf:params:oauth:grant-type:device_code";
  if (client.dynamic && client.grant_types.includes(byDevice)) {
    return { path: "subject_type", reason: message("fault.device_subject") };
  }
  if (sectorOf("", client) !== undefined) return undefined;
  const reason = message("fault.several_hosts");
  return { path: "sector_identifier_uri", reason };
}
