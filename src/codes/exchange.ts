/** `CodeStore.exchange` for stores that can change one entry at a time. */
import { AuthError } from "../errors.ts";
import type { CodeStore, NewEntry } from "./code-store.ts";
import type { CodeKind, CodePayload } from "./kinds.ts";

/** The new entry comes first, so that one of the two is always there; who cannot take the old one removes it. */
export async function exchangeInSteps<K extends CodeKind, N extends CodeKind>(
  codes: Pick<CodeStore, "put" | "take">,
  kind: K,
  id: string,
  next: NewEntry<N>,
): Promise<CodePayload<K> | undefined> {
  try {
    await codes.put(next.kind, next.id, next.payload, next.lifetime);
  } catch (error) {
    if (error instanceof AuthError && error.code === "conflict") return undefined;
    throw error;
  }
  const taken = await codes.take(kind, id);
  if (taken === undefined) await codes.take(next.kind, next.id);
  return taken;
}
