/** The printed password of `postern recover` is enough: what else a sign-in of this account would ask for is taken away, or can be set up. */
import type { Service } from "../call.ts";
import { removeApp, removePasskeys } from "../iam/second-factor/remove-factors.ts";
import { storedDocument, writeSetting } from "../records/settings.ts";
import { parseSetting } from "../settings/index.ts";
import type { Write } from "../store/change.ts";

type Document = Readonly<Record<string, unknown>>;

/** Undefined when it cannot be read. */
async function readable(service: Service, open: Write, namespace: "totp" | "second_factor") {
  const stored = await storedDocument(service, open, namespace).catch(() => null);
  if (stored === null || !parseSetting(namespace, stored ?? {}).ok) return undefined;
  return (stored ?? {}) as Document;
}

/** @param id of the administrator */
export async function repairFactors(
  service: Service,
  open: Write,
  id: string,
  actor: string,
): Promise<string[]> {
  const notes = await removeApp(open, id);
  const rule = await readable(service, open, "second_factor");
  if (!rule) {
    await writeSetting(service, open, "second_factor", {}, actor);
    return [...notes, "the settings of second factors could not be read and were written anew"];
  }
  const { everybody, administrators, role_ids } = rule;
  const asks = everybody || administrators || (Array.isArray(role_ids) && role_ids.length > 0);
  if (!asks) return notes;
  notes.push(...(await removePasskeys(open, id)));
  notes.push("a second factor is required: it is set up at the next sign-in");
  const { disabled, ...others } = (await readable(service, open, "totp")) ?? { disabled: true };
  if (disabled !== true) return notes;
  await writeSetting(service, open, "totp", others, actor);
  return [...notes, "totp.disabled was set and is off now"];
}
