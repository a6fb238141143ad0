/** Checks of a config that was sent which ask others or read much: before the write begins, of a record and of a document. */
import type { Service } from "../call.ts";
import { acceptTypes } from "../delivery/accept-types.ts";
import { AuthError } from "../errors.ts";
import { acceptMetadata } from "../federation/saml/accept-metadata.ts";
import { acceptSector } from "../oauth2/clients/sector-document.ts";
import type { Fault } from "../settings/document/faults.ts";
import { isJsonObject } from "../settings/document/schema-walk.ts";
import type { ConfigKind, ConfigKindWith } from "../settings/records/config-records.ts";
import { objectAt, splitRecord } from "./check.ts";
import { faultsOf } from "./faults.ts";
import type { Document } from "./schema.ts";

/** Throws `invalid_request`. */
type Check = (service: Service, config: unknown, id: string) => Promise<void>;

const CHECKS: { readonly [K in ConfigKindWith<"document">]: Check } = {
  oauth_clients: acceptSector,
  saml_providers: acceptMetadata,
  webhooks: acceptTypes,
};

export const documentCheck = (kind: ConfigKind): Check | undefined =>
  (CHECKS as Partial<Record<ConfigKind, Check>>)[kind];

/** What they refuse of the records of a document. */
export async function documentFaults(
  service: Service,
  document: Document,
  kinds: readonly ConfigKind[],
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const kind of kinds) {
    const check = documentCheck(kind);
    if (!check) continue;
    for (const [id, record] of Object.entries(objectAt(document, kind))) {
      const { config } = splitRecord(isJsonObject(record) ? record : {});
      try {
        await check(service, config, id);
      } catch (error) {
        if (!(error instanceof AuthError)) throw error;
        faults.push(...faultsOf([kind, id], error));
      }
    }
  }
  return faults;
}
