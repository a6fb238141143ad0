/** A config record as the pages know it, and the calls that read and write it. */
import { api, ifMatch, type ifUnchanged, tagOf } from "../api/client.ts";
import { Failure, type Sentence } from "../api/failure.ts";
import type { CONFIG_KINDS } from "../api/kinds.gen.ts";
import { warned } from "../base/notices.ts";
import type { Stored } from "../form/document-editor.tsx";
import type { NewTab } from "./list-links.tsx";

/** The kinds have the same routes; the types of one stand for all. */
export type Base = keyof typeof CONFIG_KINDS;
export const routesOf = (base: Base) =>
  ({ list: base as "/v1/oauth/clients", one: `${base}/{id}` as "/v1/oauth/clients/{id}" }) as const;

export interface ConfigKind {
  readonly tab: NewTab;
  readonly base: Base;
}

export interface ConfigRow {
  readonly id: string;
  /** Of clients that have one. */
  readonly name?: string;
  readonly kind?: "web" | "public" | "machine" | "registered" | "document";
  readonly last_used_at?: string;
  readonly enabled: boolean;
  readonly updated_at: string;
  readonly updated_by: string;
}

interface StoredConfig extends Stored {
  /** What of it allows more than the least. */
  readonly warnings: readonly Sentence[];
}

/** `config` and `enabled` as one document, which is what the JSON view shows. */
export async function readConfig(base: Base, id: string): Promise<StoredConfig> {
  const { data, response } = await api.GET(routesOf(base).one, { params: { path: { id } } });
  if (!data) throw new Failure(404, "");
  const { config, enabled, updated_at, updated_by } = data.payload;
  const warnings = data.meta?.messages ?? [];
  return { value: { enabled, config }, updated_at, updated_by, tag: tagOf(response), warnings };
}

/** @param condition that the record is the one that was read, or new */
export async function writeConfig(
  base: Base,
  id: string,
  body: unknown,
  condition: ReturnType<typeof ifUnchanged>,
): Promise<readonly Sentence[]> {
  const { data } = await api.PUT(routesOf(base).one, {
    params: { path: { id }, ...condition },
    body: body as never,
  });
  return data?.meta?.messages ?? [];
}

export const configKey = (base: Base, id: string) => ["config", base, id];

/** Secrets stay, because what is left out is kept (W17). */
export async function setEnabled(base: Base, id: string, enabled: boolean): Promise<void> {
  const { value, tag } = await readConfig(base, id);
  warned(await writeConfig(base, id, { ...value, enabled }, ifMatch(tag)));
}
