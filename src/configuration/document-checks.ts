/** Checks of a config that was sent which ask others or read much: before the write begins, of a record and of a document. */
import type { Service } from "../call.ts";
import { acceptTypes } from "../delivery/accept-types.ts";
import { acceptMetadata } from "../federation/saml/accept-metadata.ts";
import { acceptSector } from "../oauth2/clients/sector-document.ts";
import type { ConfigKind, ConfigKindWith } from "../settings/records/config-records.ts";

/** Throws `invalid_request`. */
type Check = (service: Service, config: unknown, id: string) => Promise<void>;

const CHECKS: { readonly [K in ConfigKindWith<"document">]: Check } = {
  oauth_clients: acceptSector,
  saml_providers: acceptMetadata,
  webhooks: acceptTypes,
};

export const documentCheck = (kind: ConfigKind): Check | undefined =>
  (CHECKS as Partial<Record<ConfigKind, Check>>)[kind];
