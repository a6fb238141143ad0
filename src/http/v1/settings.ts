/** {prefix}/v1/settings: one operation per reserved namespace, one for all others (auth-wire 4.1). */
import { z } from "zod";
import { AuthError } from "../../errors.ts";
import { restore } from "../../first-run/defaults.ts";
import { openMembers } from "../../iam/administrators/open-settings.ts";
import { message as sentence, textsOf } from "../../messages/message.ts";
import { deleteSetting, saveSetting, saveSettings } from "../../records/settings.ts";
import { warningsOnSave } from "../../records/warnings.ts";
import { isJsonObject } from "../../settings/document/schema-walk.ts";
import { maskSecrets } from "../../settings/document/secrets.ts";
import { type Namespace, namespaces } from "../../settings/index.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import {
  messageSchema,
  payload,
  payloadAnswer,
  serviceMessage,
  serviceMessageAnswer,
} from "../endpoint/envelope.ts";
import { adminFailures, badQuery, badRequest, notFound } from "../endpoint/failures.ts";
import { pageOf, pageShape } from "../endpoint/list.ts";
import {
  entityTag,
  onlyIf,
  onlyIfSettings,
  preconditionFailed,
  settingsTag,
} from "./precondition.ts";

const TAG = "Settings";
const row = z.object({ namespace: z.string(), updated_at: z.string(), updated_by: z.string() });

/** A namespace that is none of ours: stored and returned, and configures nothing (O15). */
const OTHER_EXAMPLE = { theme: "dark", columns: ["alias", "name"] };

const STORED = { updated_at: "2030-05-02T10:00:00.000Z", updated_by: "admin" };

const list = endpoint(
  {
    method: "get",
    path: "/v1/settings",
    plane: "admin",
    act: "see open settings",
    family: "service",
    tag: TAG,
    summary: "List stored namespaces",
    query: z.object({ ...pageShape, namespace: z.string().optional() }),
    answers: {
      200: {
        ...payloadAnswer(z.array(row)),
        example: { payload: [{ namespace: "token", ...STORED }], meta: { total_item_count: 1 } },
      },
      ...adminFailures,
      ...badQuery,
    },
  },
  ({ call, query }) => {
    const wanted = query.namespace?.toLowerCase() ?? "";
    const { limits } = call;
    const readsAll = !limits || limits.grants.some(({ may }) => may.includes("read"));
    const rows = [...call.snapshot.stored_settings.values()].filter(
      ({ namespace }) =>
        namespace.toLowerCase().includes(wanted) && (readsAll || openMembers(namespace)),
    );
    const { limit, offset } = pageOf(query, 0);
    return payload(
      rows
        .slice(offset, offset + limit)
        .map(({ namespace, updated_at, updated_by }) => ({ namespace, updated_at, updated_by })),
      { total_item_count: rows.length },
      settingsTag(call.snapshot.stored_settings.values()),
    );
  },
);

/** The path names the namespace; a typed operation has it fixed in its path. */
function operations(namespace?: Namespace): Endpoint[] {
  const path = namespace ? `/v1/settings/${namespace}` : "/v1/settings/:namespace";
  const schema = namespace ? namespaces[namespace].schema : z.record(z.string(), z.unknown());
  const params = namespace ? z.object({}) : z.object({ namespace: z.string() });
  const nameOf = (parameters: { namespace?: unknown }) => namespace ?? String(parameters.namespace);
  const common = { path, plane: "admin", family: "service", tag: TAG, params } as const;
  const open = namespace !== undefined && openMembers(namespace) !== undefined;
  // What other programs store here may be a secret.
  const see = namespace && ({ act: open ? "see open settings" : "see settings" } as const);
  const change = open ? ({ act: "change open settings" } as const) : {};
  const example = namespace ? namespaces[namespace].example : OTHER_EXAMPLE;
  const shown = namespace ? maskSecrets(namespace, example) : example;
  const subject = namespace ? `\`${namespace}\`` : "any namespace";
  return [
    endpoint(
      {
        ...common,
        ...see,
        method: "get",
        summary: `Read ${subject}`,
        description: "Secrets are not returned: `<name>_set` tells whether one is stored.",
        answers: {
          200: {
            ...payloadAnswer(row.extend({ value: schema })),
            example: { payload: { namespace: namespace ?? "console", value: shown, ...STORED } },
          },
          ...adminFailures,
          ...notFound,
        },
      },
      ({ call, params: parameters }) => {
        const setting = call.snapshot.stored_settings.get(nameOf(parameters));
        if (!setting) throw new AuthError("not_found", sentence("refusal.setting"));
        if (!setting.value) throw new AuthError("unavailable", sentence("refusal.setting_sealed"));
        const value = maskSecrets(setting.namespace, setting.value);
        const { namespace: name, updated_at, updated_by } = setting;
        const shown = { namespace: name, value, updated_at, updated_by };
        return payload(shown, undefined, entityTag(updated_at));
      },
    ),
    endpoint(
      {
        ...common,
        ...change,
        method: "put",
        summary: `Save ${subject}`,
        description:
          "Replaces the document and takes effect at once. A secret that is left out or empty is kept, `null` clears it. Members that are not in the schema are kept and configure nothing.",
        body: {
          kind: "json",
          schema: z.object({ value: z.unknown().optional() }),
          described: z.object({ value: schema }),
          exactNumbers: true,
          message: "cannot decode setting",
          example: { value: example },
        },
        answers: {
          200: serviceMessageAnswer("setting saved"),
          ...badRequest,
          ...adminFailures,
          ...preconditionFailed,
        },
      },
      async ({ call, params: parameters, body, actor, request }) => {
        if (body.value === undefined || body.value === null) {
          throw new AuthError("invalid_request", "setting value is required", { detail: "value" });
        }
        const namespace = nameOf(parameters);
        const writer = onlyIf(call, request, "settings", namespace);
        const version = await saveSetting(writer, namespace, body.value, actor);
        return serviceMessage(
          "setting saved",
          version,
          warningsOnSave(call.service, "settings", namespace),
        );
      },
    ),
    endpoint(
      {
        ...common,
        ...change,
        method: "delete",
        summary: `Delete ${subject}`,
        description:
          "The defaults apply again; deleting `jwt` makes a new signing key. Where the first start made the login page, `session_providers`, `authorize` and `admin` are as it made them.",
        answers: {
          200: serviceMessageAnswer("setting deleted"),
          ...adminFailures,
          ...notFound,
          ...preconditionFailed,
        },
      },
      async ({ call, params: parameters, actor, request }) => {
        const name = nameOf(parameters);
        const writer = onlyIf(call, request, "settings", name);
        const version = await deleteSetting(writer, name, actor, (open) =>
          restore(call.service, open, name, actor),
        );
        return serviceMessage("setting deleted", version);
      },
    ),
  ];
}

const reserved = Object.keys(namespaces) as Namespace[];

const patch = endpoint(
  {
    method: "patch",
    path: "/v1/settings",
    plane: "admin",
    act: "change open settings",
    family: "service",
    tag: TAG,
    summary: "Save several namespaces",
    description:
      "All of them or none, in one transaction, and seen at once. A document replaces the stored one as `PUT` does, `null` brings the defaults back as `DELETE` does; namespaces that are not named stay as they are. `If-Match` takes the `ETag` of the list.",
    body: {
      kind: "json",
      schema: z.custom<Readonly<Record<string, unknown>>>(isJsonObject, "must be an object"),
      described: z
        .object(
          Object.fromEntries(
            reserved.map((name) => [name, z.union([namespaces[name].schema, z.null()]).optional()]),
          ),
        )
        .catchall(z.unknown()),
      exactNumbers: true,
      message: "cannot decode settings",
      example: { token: namespaces.token.example, device: null },
    },
    answers: {
      200: {
        ...payloadAnswer(
          z.object({
            message: z.string(),
            warnings: z
              .record(z.string(), z.array(z.string()))
              .meta({ description: "By namespace: what was saved and allows more than the least" }),
            messages: z
              .record(z.string(), z.array(messageSchema))
              .meta({ description: "The warnings by id" }),
          }),
          "settings saved",
        ),
        example: {
          payload: { message: "settings saved", warnings: {}, messages: {} },
          meta: { version: 43 },
        },
      },
      ...badRequest,
      ...adminFailures,
      ...preconditionFailed,
    },
  },
  async ({ call, body, actor, request }) => {
    const writer = onlyIfSettings(call, request);
    const version = await saveSettings(writer, body, actor, (open, namespace) =>
      restore(call.service, open, namespace, actor),
    );
    const warned = Object.entries(body).flatMap(([namespace, value]) => {
      const own = value === null ? [] : warningsOnSave(call.service, "settings", namespace);
      return own.length > 0 ? [[namespace, own] as const] : [];
    });
    const answer = {
      message: "settings saved",
      warnings: Object.fromEntries(warned.map(([name, own]) => [name, textsOf(own)])),
      messages: Object.fromEntries(warned),
    };
    return payload(answer, { version });
  },
);

export const settingsEndpoints: readonly Endpoint[] = [
  list,
  patch,
  ...reserved.flatMap((namespace) => operations(namespace)),
  ...operations(),
];
