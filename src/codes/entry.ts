/** What all stores share: names that keep kinds apart (K-6), and payloads checked when read (P-2). */
import { digestText, type NativeDigest } from "../crypto/digest.ts";
import { AuthError } from "../errors.ts";
import type { Logger } from "../runtime.ts";
import { type CodeKind, type CodePayload, codeKinds } from "./kinds.ts";

/** `<kind>:<sha256 hex>`: read access to the store does not give usable codes (C-5; auth-wire 6.8). */
export const entryId = (digest: NativeDigest, kind: CodeKind, id: string): string =>
  hashedId(digest, kind, id);

/** Row of a counter: names that people typed stay out of the store, too. */
export const counterId = (digest: NativeDigest, id: string): string =>
  hashedId(digest, "attempts", id);

const hashedId = (digest: NativeDigest, space: string, id: string): string =>
  `${space}:${digestText(digest, id, "hex")}`;

/** A payload of another shape is no entry at all; the log names its kind and never its id. */
export function readPayload<K extends CodeKind>(
  kind: K,
  stored: unknown,
  log: Logger,
): CodePayload<K> | undefined {
  const parsed = codeKinds[kind].safeParse(stored);
  if (parsed.success) return parsed.data as CodePayload<K>;
  log.warn("a stored code does not parse and is ignored", { kind });
  return undefined;
}

/** Ids are random; a second one is a defect or an attack, and never replaces the first. */
export const idTaken = (): AuthError =>
  new AuthError("conflict", "a one-time code with this id exists");

/** A pending flow that no user has opened, or whose owner leaves it. */
export const isFree = ({ user_id }: CodePayload<"authorize">, from: string | undefined): boolean =>
  user_id === undefined || user_id === from;
