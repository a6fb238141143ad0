/** The secret box of a running service, whose key can change while it runs (auth-wire 6.10). */
import { type SealedPlace, type SecretBox, sealedBy } from "./secretbox.ts";

export interface LiveBox extends SecretBox {
  /** Id of the key that the process was started with. */
  readonly startedWith: string;
  /** From now on `next` opens what it sealed; seals are those of the former key still. */
  know(next: SecretBox): void;
  /** Takes back `know`, for a change that came to nothing. */
  forget(next: SecretBox): void;
  /** From now on `next` seals. What the former key sealed opens until the process ends. */
  use(next: SecretBox): void;
}

/** Nothing but what a key of its own sealed opens, and only in its place. */
export function liveBox(first: SecretBox): LiveBox {
  let current = first;
  const known = new Map([[first.keyId, first]]);
  let coming: string | undefined;
  const open = (place: SealedPlace, envelope: string) =>
    (known.get(sealedBy(envelope) ?? "") ?? current).open(place, envelope);
  return {
    startedWith: first.keyId,
    get keyId() {
      return current.keyId;
    },
    seal: (place, plaintext) => current.seal(place, plaintext),
    open,
    derive: (purpose) => current.derive(purpose),
    expects: (keyId) => keyId === coming,
    know(next) {
      known.set(next.keyId, next);
      coming = next.keyId;
    },
    forget(next) {
      if (next.keyId !== current.keyId) known.delete(next.keyId);
      coming = undefined;
    },
    use(next) {
      known.set(next.keyId, next);
      current = next;
      coming = undefined;
    },
  };
}
