/** The call of an administrator with fewer rights: whatever it writes, by whatever way, is looked at (ADR 0090). */
import { type Call, type Limits, withMember } from "../call.ts";
import { limitsAt, outOfReach } from "../iam/administrators/limited.ts";
import { message } from "../messages/message.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { Write } from "../store/change.ts";
import { modelAfter } from "../way-in/page-after.ts";
import { requireWithin } from "./writes.ts";

/**
 * The same call, held to these limits: `call.limits` for what reads, and for each write a look at the read model before
 * and after it, inside its transaction. So it does not matter which route or function writes.
 */
export function limited(call: Call, limits: Limits): Call {
  const { service, store } = call;
  const befores = new WeakMap<Write, Snapshot>();
  const held = withMember(call, "store", {
    ...store,
    async beforeWrite(open) {
      await store.beforeWrite?.(open);
      befores.set(open, await modelAfter(service, open));
    },
    async beforeCommit(open, changes, touched) {
      const before = befores.get(open);
      if (!before) throw new Error("a write of limited rights has no beginning");
      const after = await modelAfter(service, open);
      const left = limitsAt(limits, before, open.now.getTime());
      if (!left) throw outOfReach(message("limited.taken_away"));
      await requireWithin({ service, limits: left, open, before, after });
      await store.beforeCommit(open, changes, touched);
    },
  });
  return withMember(held, "limits", limits);
}
