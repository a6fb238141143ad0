/** Writes that hold only while a record is as it was read: `ETag`, `If-Match`, `If-None-Match` (RFC 9110 §8.8.3, §13.1). */
import { type Call, withMember } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { type Message, message } from "../../messages/message.ts";
import {
  conditional,
  conditionalOnSettings,
  type RecordTopic,
  type SettingsState,
} from "../../store/precondition.ts";
import type { Answer } from "../endpoint/endpoint.ts";
import { failure } from "../endpoint/failures.ts";

const valueAt = (lastChange: Date | string) => new Date(lastChange).getTime().toString(36);

/** The header of an answer that shows one record. The value stands for the time of its last change, in milliseconds. */
export const entityTag = (updated_at: string): { readonly ETag: string } => ({
  ETag: `"${valueAt(updated_at)}"`,
});

const stateValue = ({ count, lastChange }: SettingsState) =>
  `${count}.${lastChange ? valueAt(lastChange) : ""}`;

/** The header of the list of all settings namespaces. */
export const settingsTag = (settings: Iterable<{ readonly updated_at: string }>) => {
  const times = [...settings].map(({ updated_at }) => new Date(updated_at).getTime());
  const lastChange = times.length > 0 ? new Date(Math.max(...times)) : undefined;
  return { ETag: `"${stateValue({ count: times.length, lastChange })}"` };
};

/** Proxies that compress mark the tag of what they compressed: `W/"x"`, `"x-gzip"`. The record is the same. */
const TAG = /^(?:W\/)?"([0-9a-z.]+)(?:-[a-z]+)?"$/;

const tagsOf = (header: string): string[] =>
  header.split(",").flatMap((tag) => TAG.exec(tag.trim())?.[1] ?? []);

/** Their PUT answers 404 where there is none. */
const MADE_BY_POST: ReadonlySet<RecordTopic> = new Set(["users", "roles", "permissions", "lmaps"]);

const refusal = (detail: Message) =>
  new AuthError("precondition_failed", "the record is not as it was read", { detail });

/**
 * The call as a write of one record uses it. Without the headers it is the same one, and the last writer wins.
 * A record that is gone is left to the write, which answers 404, unless it would make a new one.
 */
export function onlyIf(call: Call, request: Request, topic: RecordTopic, key: string): Call {
  const match = request.headers.get("if-match");
  const noneMatch = request.headers.get("if-none-match");
  if (match === null && noneMatch !== "*") return call;
  const creates = request.method === "PUT" && !MADE_BY_POST.has(topic);
  const store = conditional(call.store, topic, key, (lastChange) => {
    if (noneMatch === "*" && lastChange) throw refusal(message("refusal.there_is_one"));
    if (match === null) return;
    if (!lastChange) {
      if (creates) throw refusal(message("refusal.there_is_none"));
      return;
    }
    if (match.trim() === "*" || tagsOf(match).includes(valueAt(lastChange))) return;
    throw refusal(message("refusal.changed"));
  });
  return withMember(call, "store", store);
}

/** As `onlyIf`, for a write of several settings namespaces: `If-Match` has the tag of their list. */
export function onlyIfSettings(call: Call, request: Request): Call {
  const match = request.headers.get("if-match");
  if (match === null) return call;
  const store = conditionalOnSettings(call.store, (state) => {
    if (match.trim() === "*" || tagsOf(match).includes(stateValue(state))) return;
    throw refusal(message("refusal.changed_settings"));
  });
  return withMember(call, "store", store);
}

/** Of writes that take `If-Match`. */
export const preconditionFailed: Readonly<Record<number, Answer>> = {
  412: {
    description: "`If-Match`: the record was changed since it was read",
    schema: failure,
  },
};
