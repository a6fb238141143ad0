/** What the write of a settings namespace does besides storing what was sent. */
import type { Service } from "../call.ts";
import type { NamespaceWith, Settings } from "../settings/index.ts";
import { hasSignInRule } from "../settings/namespaces/sign-ins.ts";
import type { Write } from "../store/change.ts";
import { forgetMeasured } from "../store/measured-sign-ins.ts";
import type { Document } from "./checks.ts";
import { requireNoneOutside } from "./outside-keys.ts";
import { keepsKey, type RingKeys, withOwnKeys } from "./ring-keys.ts";

/** A document that was checked, beside the one that it replaces. */
export interface Saved<T> {
  readonly stored: Document | undefined;
  readonly checked: Document;
  readonly value: T;
}

async function keptKeys(
  service: Service,
  { now }: Write,
  { stored, checked, value }: Saved<Settings["jwt"]>,
): Promise<Document> {
  if (stored && !keepsKey(stored, checked)) {
    requireNoneOutside(service, (stored.keys ?? {}) as RingKeys);
  }
  return withOwnKeys(service, stored, checked, value, Math.floor(now.getTime() / 1000));
}

/** By namespace; each answers the document with the members that the service keeps in it. */
export const KEPT: {
  readonly [N in NamespaceWith<"kept">]: (
    service: Service,
    open: Write,
    saved: Saved<Settings[N]>,
  ) => Promise<Document>;
} = { jwt: keptKeys };

/** While no rule is on, no use is noted: what was would be taken for silence when a rule comes back. */
async function forgetWithoutRule({ tx }: Write, value?: Settings["sign_ins"]): Promise<void> {
  if (!value || !hasSignInRule(value)) await forgetMeasured(tx);
}

/** By namespace; each runs in the same transaction, with the value from now on, or without one that can be read. */
export const FOLLOWS: {
  readonly [N in NamespaceWith<"follows">]: (open: Write, value?: Settings[N]) => Promise<void>;
} = { sign_ins: forgetWithoutRule };
