/** W17, P-7: secrets of settings and config records are taken and kept, and never given back. */
import type { z } from "zod";
import type { Message } from "../../messages/message.ts";
import { isReserved, type Namespace, namespaces } from "../index.ts";
import { type ConfigKind, configKinds } from "../records/config-records.ts";
import { maskDocument, mergeDocument } from "./schema-walk.ts";
import { movedSecret } from "./secret-moves.ts";

/** A reserved namespace, or a kind of config records; no name is both. */
export type SecretOwner = Namespace | ConfigKind;

/**
 * The stored document as a GET shows it: `<name>_set: true|false` in the place of each secret. An
 * unknown namespace has no schema and therefore no secrets (O15).
 */
export function maskSecrets(owner: SecretOwner | (string & {}), stored: unknown): unknown {
  const schema = schemaOf(owner);
  return schema ? maskDocument(schema, stored) : stored;
}

/**
 * The document to parse and store for a PUT: an absent or empty secret is kept from the stored
 * document, `null` clears it, a value replaces it; `<name>_set` members are ignored.
 */
export function mergeSecrets(
  owner: SecretOwner | (string & {}),
  stored: unknown,
  incoming: unknown,
): unknown {
  const schema = schemaOf(owner);
  return schema ? mergeDocument(schema, stored, incoming) : incoming;
}

/**
 * The refusal of a document that keeps a stored secret but sends it to another host: changing an
 * address requires the secret again. Undefined when there is nothing to refuse.
 */
export function secretOnTheMove(
  owner: SecretOwner | (string & {}),
  stored: unknown,
  incoming: unknown,
): Message | undefined {
  const schema = schemaOf(owner);
  return schema && movedSecret(schema, stored, incoming);
}

function schemaOf(owner: string): z.ZodType | undefined {
  if (isReserved(owner)) return namespaces[owner].schema;
  return Object.hasOwn(configKinds, owner) ? configKinds[owner as ConfigKind].schema : undefined;
}
