/** Whether a client may send people back to this console, and the two clicks that change it. */
import { ifMatch } from "../../api/client.ts";
import { queries } from "../../base/queries.ts";
import type { Document } from "../../form/schema.ts";
import { readConfig, writeConfig } from "../../records/config-record.ts";
import { CALLBACK } from "../../try/flow.ts";

const BASE = "/v1/oauth/clients";
const list = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Prefixes count only while no exact address is listed (auth-wire 4.3). */
export function allowsCallback({ redirect_uris, whitelist_urls }: Document): boolean {
  const exact = list(redirect_uris);
  if (exact.length > 0) return exact.includes(CALLBACK);
  return list(whitelist_urls).some(
    (prefix) => CALLBACK === prefix || CALLBACK.startsWith(`${prefix.replace(/\/$/, "")}/`),
  );
}

/** Whether the callback itself stands on the list, and can be taken off. */
export const namesCallback = ({ redirect_uris, whitelist_urls }: Document): boolean =>
  [...list(redirect_uris), ...list(whitelist_urls)].includes(CALLBACK);

async function change(id: string, next: (config: Document) => Document): Promise<void> {
  const { value, tag } = await readConfig(BASE, id);
  const {
    client_secret_set: _1,
    registration_token_set: _2,
    ...config
  } = (value.config ?? {}) as Document;
  await writeConfig(BASE, id, { ...value, config: next(config) }, ifMatch(tag));
  await queries.invalidateQueries();
}

export const addCallback = (id: string) =>
  change(id, (config) => {
    const exact = list(config.redirect_uris);
    const prefixes = list(config.whitelist_urls);
    // An exact address beside prefixes would switch those off.
    return exact.length === 0 && prefixes.length > 0
      ? { ...config, whitelist_urls: [...prefixes, CALLBACK] }
      : { ...config, redirect_uris: [...exact, CALLBACK] };
  });

export const removeCallback = (id: string) =>
  change(id, (config) => ({
    ...config,
    redirect_uris: list(config.redirect_uris).filter((uri) => uri !== CALLBACK),
    whitelist_urls: list(config.whitelist_urls).filter((uri) => uri !== CALLBACK),
  }));
