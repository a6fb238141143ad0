/** Members that no schema knows: they are kept and configure nothing (4d), which a mistyped name should be told. */
import { type Message, message, messageAt } from "../messages/message.ts";
import { nearestName } from "../settings/document/nearest-name.ts";
import { type UnknownMember, unknownMembers } from "../settings/document/schema-walk.ts";
import { isReserved, type Namespace, namespaces } from "../settings/index.ts";
import { type ConfigKind, configKinds } from "../settings/records/config-records.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

/** More names than this are not worth reading. */
const MAX_NAMED = 10;

/** Members that others keep here on purpose begin so (docs/settings.md). */
const OF_OTHERS = /^x_/;

function told({ path, known }: UnknownMember): Message {
  const near = nearestName(path.at(-1) ?? "", known);
  return messageAt(
    path.join("."),
    near === undefined ? message("member.unknown") : message("member.unknown_near", { near }),
  );
}

/** A client that registered itself may say what no one here reads (RFC 7591 §2). */
const isOwnRegistration = (document: object) => "dynamic" in document && document.dynamic === true;

/**
 * Of one stored document.
 * @param kind the table of a config record, or `settings`
 */
export function unknownOf(
  snapshot: Snapshot,
  kind: ConfigKind | "settings",
  id: string,
): Message[] {
  const reserved = kind !== "settings" || isReserved(id);
  const stored =
    kind === "settings" ? snapshot.stored_settings.get(id)?.value : snapshot[kind].get(id)?.stored;
  if (!stored || !reserved || isOwnRegistration(stored)) return [];
  const { schema } = kind === "settings" ? namespaces[id as Namespace] : configKinds[kind];
  return unknownMembers(schema, stored)
    .filter(({ path }) => !path.some((name) => OF_OTHERS.test(name)))
    .slice(0, MAX_NAMED)
    .map(told);
}
