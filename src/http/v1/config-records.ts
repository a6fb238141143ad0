/** Config records: clients, upstream providers, LDAP and SAML, one shape of routes (auth-wire 4.3). */
import { z } from "zod";
import type { Call } from "../../call.ts";
import { documentCheck } from "../../configuration/document-checks.ts";
import { AuthError } from "../../errors.ts";
import { metadataWarnings } from "../../federation/saml/metadata-warnings.ts";
import type { Message } from "../../messages/message.ts";
import { message as sentence } from "../../messages/message.ts";
import { deleteConfig, saveConfig } from "../../records/config-records.ts";
import { logWarnings, warningsAbout, warningsOnSave } from "../../records/warnings.ts";
import type { Act } from "../../settings/administration.ts";
import { maskSecrets } from "../../settings/document/secrets.ts";
import type { ConfigKindObject } from "../../settings/kind.ts";
import { type ConfigKind, configKinds } from "../../settings/records/config-records.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import {
  payload,
  payloadAnswer,
  serviceMessage,
  serviceMessageAnswer,
  warningMeta,
} from "../endpoint/envelope.ts";
import { adminFailures, badQuery, badRequest, conflict, notFound } from "../endpoint/failures.ts";
import { pageOf, pageShape } from "../endpoint/list.ts";
import { clientFacts, clientKind, clientRow, kindOf } from "./client-list.ts";
import { entityTag, onlyIf, preconditionFailed } from "./precondition.ts";

const row = z.object({
  id: z.string(),
  enabled: z.boolean(),
  updated_at: z.string(),
  updated_by: z.string(),
});

const STORED = { updated_at: "2030-05-02T10:00:00.000Z", updated_by: "admin" };

/** Without `enabled` a PUT enables the record, every time. */
const body = z.object({
  enabled: z
    .boolean()
    .nullish()
    .transform((value) => value ?? true),
  config: z.unknown().optional(),
});

const recordQuery = z.object({
  ...pageShape,
  id: z.string().optional().meta({ description: "A part of the id" }),
  search: z.string().optional().meta({ description: "A part of the id or the name" }),
});
const clientQuery = recordQuery.extend({ kind: clientKind.optional() });
type ListQuery = z.output<typeof recordQuery> & Partial<z.output<typeof clientQuery>>;

type ClientRecord = NonNullable<ReturnType<Snapshot["oauth_clients"]["get"]>>;

/** What people know a record by, besides its id. */
function nameOf(config: object | undefined): string {
  const { name, client_name } = (config ?? {}) as { name?: unknown; client_name?: unknown };
  return String(client_name ?? name ?? "");
}

function found(call: Call, kind: ConfigKind, { id = "", search = "", kind: wanted }: ListQuery) {
  const [inId, anywhere] = [id.toLowerCase(), search.toLowerCase()];
  return [...call.snapshot[kind].values()].filter(
    (record) =>
      record.id.toLowerCase().includes(inId) &&
      `${record.id}\n${nameOf(record.config)}`.toLowerCase().includes(anywhere) &&
      (wanted === undefined || kindOf(call, record as ClientRecord) === wanted),
  );
}

/** What is asked elsewhere once a record is saved, where nothing else is wrong with it. */
const LOOKS: Partial<Record<ConfigKind, (call: Call, id: string) => Promise<readonly Message[]>>> =
  { saml_providers: metadataWarnings };

async function warningsAfterSave(call: Call, kind: ConfigKind, id: string) {
  const warnings = warningsOnSave(call.service, kind, id);
  if (warnings.length > 0) return warnings;
  const found = (await LOOKS[kind]?.(call, id)) ?? [];
  logWarnings(call.service, found);
  return found;
}

/** What it takes to see, to write and to delete a record; absent where that is a full administrator's. */
const PROVIDERS = ["see providers", "change providers"] as const;
const ACTS: { readonly [K in ConfigKind]: readonly [see: Act, change?: Act, remove?: Act] } = {
  oauth_clients: ["see clients", "change clients", "change clients"],
  oauth_providers: PROVIDERS,
  ldap_configs: PROVIDERS,
  saml_providers: PROVIDERS,
  webhooks: ["see what happens"],
};

function routes(kind: ConfigKind): Endpoint[] {
  const {
    schema,
    route,
    example: sample,
    shown,
    listed: more,
  }: ConfigKindObject = configKinds[kind];
  const { path: base, tag, noun } = route;
  const check = documentCheck(kind);
  // Ids may be URLs, so the rest of the path is the id, percent-encoded or not.
  const one = `${base}/:id{.+}`;
  const params = z.object({ id: z.string() });
  const common = { plane: "admin", family: "service", tag } as const;
  const [see, change, remove] = ACTS[kind];
  const { id: name, config: example } = sample;
  const listedRow = row.extend({ ...more?.shape, ...(kind === "oauth_clients" && clientRow) });
  const listed = { id: name, enabled: true, ...STORED };
  return [
    endpoint(
      {
        ...common,
        act: see,
        method: "get",
        path: base,
        summary: `List ${noun}s`,
        query: kind === "oauth_clients" ? clientQuery : recordQuery,
        answers: {
          200: {
            ...payloadAnswer(z.array(listedRow)),
            example: { payload: [listed], meta: { total_item_count: 1 } },
          },
          ...adminFailures,
          ...badQuery,
        },
      },
      async ({ call, query }) => {
        const records = found(call, kind, query);
        const { limit, offset } = pageOf(query, 0);
        const page = records.slice(offset, offset + limit);
        const facts =
          kind === "oauth_clients" ? await clientFacts(call, page as ClientRecord[]) : undefined;
        return payload(
          page.map((record) => ({
            id: record.id,
            enabled: record.enabled,
            updated_at: record.updated_at,
            updated_by: record.updated_by,
            ...(record.config && more?.of(record.config, call.service.runtime.clock.now())),
            ...facts?.get(record.id),
          })),
          { total_item_count: records.length },
        );
      },
    ),
    endpoint(
      {
        ...common,
        act: see,
        method: "get",
        path: one,
        params,
        summary: `Read one ${noun}`,
        description: "Secrets are not returned: `<name>_set` tells whether one is stored.",
        answers: {
          200: {
            ...payloadAnswer(row.extend({ config: schema })),
            example: { payload: { ...listed, config: maskSecrets(kind, example) } },
          },
          ...adminFailures,
          ...notFound,
        },
      },
      ({ call, params: { id } }) => {
        const record = call.snapshot[kind].get(id);
        if (!record) throw new AuthError("not_found", sentence("refusal.config"));
        if (!record.stored) throw new AuthError("unavailable", sentence("refusal.config_sealed"));
        const { enabled, updated_at, updated_by } = record;
        const config = maskSecrets(kind, shown?.(record.stored) ?? record.stored);
        const answer = { id, enabled, config, updated_at, updated_by };
        const warnings = warningsAbout(call.service, kind, id);
        return payload(answer, warningMeta(warnings), entityTag(updated_at));
      },
    ),
    endpoint(
      {
        ...common,
        ...(change && { act: change }),
        method: "put",
        path: one,
        params,
        summary: `Create or replace one ${noun}`,
        description:
          "A secret that is left out or empty is kept, `null` clears it. Members of `config` that are not in the schema are kept and configure nothing.",
        body: {
          kind: "json",
          schema: body,
          described: z.object({ enabled: z.boolean().optional(), config: schema }),
          exactNumbers: true,
          message: "cannot decode config",
          example: { enabled: true, config: example },
        },
        answers: {
          200: serviceMessageAnswer("config saved"),
          ...badRequest,
          ...adminFailures,
          ...conflict,
          ...preconditionFailed,
        },
      },
      async ({ call, params: { id }, body: { enabled, config }, actor, request }) => {
        if (config === undefined || config === null) {
          throw new AuthError("invalid_request", "config is required", { detail: "config" });
        }
        await check?.(call.service, config, id);
        const writer = onlyIf(call, request, kind, id);
        const version = await saveConfig(writer, kind, id, { enabled, config }, actor);
        return serviceMessage("config saved", version, await warningsAfterSave(call, kind, id));
      },
    ),
    endpoint(
      {
        ...common,
        ...(remove && { act: remove }),
        method: "delete",
        path: one,
        params,
        summary: `Delete one ${noun}`,
        answers: {
          200: serviceMessageAnswer("config deleted"),
          ...adminFailures,
          ...notFound,
          ...preconditionFailed,
        },
      },
      async ({ call, params: { id }, actor, request }) => {
        const writer = onlyIf(call, request, kind, id);
        return serviceMessage("config deleted", await deleteConfig(writer, kind, id, actor));
      },
    ),
  ];
}

export const configRecordEndpoints: readonly Endpoint[] = (
  Object.keys(configKinds) as ConfigKind[]
).flatMap(routes);
