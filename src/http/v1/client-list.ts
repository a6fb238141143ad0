/** What the list of clients tells of each besides its record: what it is, and when it last got tokens. */
import { z } from "zod";
import type { Call } from "../../call.ts";
import { documentHostOf } from "../../oauth2/documents/document-client.ts";
import { lastUsesOf } from "../../records/client-uses.ts";
import type { OAuthClientConfig } from "../../settings/records/oauth-client.ts";

const CLIENT_KINDS = ["web", "public", "machine", "registered", "document"] as const;
type ClientKind = (typeof CLIENT_KINDS)[number];

export const clientKind = z.enum(CLIENT_KINDS).meta({
  description:
    "`web` has a secret or a key, `public` has none (an application in the browser or on a device), `machine` gets tokens of its own alone, `registered` registered itself, `document` is described at the URL that is its id",
});

/** Members of the list besides those of every kind of records. */
export const clientRow = {
  name: z.string().optional().meta({ description: "Absent without one" }),
  kind: clientKind.optional(),
  last_used_at: z
    .string()
    .optional()
    .meta({ description: "When it last got tokens, exact to the minute; absent for never" }),
};

const OWN_TOKENS: ReadonlySet<string> = new Set([
  "client_credentials",
  "urn:ietf:params:oauth:grant-type:token-exchange",
]);

interface Listed {
  readonly id: string;
  /** Undefined for a record that cannot be read. */
  readonly config?: OAuthClientConfig | undefined;
}

export function kindOf(call: Call, { id, config }: Listed): ClientKind | undefined {
  if (!config) return undefined;
  if (documentHostOf(call, id) !== undefined) return "document";
  if (config.dynamic) return "registered";
  if (config.public) return "public";
  const { grant_types } = config;
  const isMachine = grant_types.length > 0 && grant_types.every((grant) => OWN_TOKENS.has(grant));
  return isMachine ? "machine" : "web";
}

/** By id, for one page of the list. */
export async function clientFacts(
  call: Call,
  records: readonly Listed[],
): Promise<ReadonlyMap<string, object>> {
  const used = await lastUsesOf(
    call,
    records.map(({ id }) => id),
  );
  return new Map(
    records.map((record) => {
      const kind = kindOf(call, record);
      const name = record.config?.client_name;
      const at = used.get(record.id);
      return [
        record.id,
        {
          ...(name && { name }),
          ...(kind && { kind }),
          ...(at && { last_used_at: at.toISOString() }),
        },
      ];
    }),
  );
}
