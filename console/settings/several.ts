/** Several namespaces as one document, saved with one click; each is written only while it is as it was read. */
import { Failure } from "../api/failure.ts";
import type { Stored } from "../form/document-editor.tsx";
import { type Components, type Document, isDocument, withoutMarks } from "../form/schema.ts";
import { isSame } from "../std/same.ts";
import { readSetting, settingSchema, writeSetting } from "./namespace-page.tsx";

export const partOf = (value: Document, namespace: string): Document => {
  const part = value[namespace];
  return isDocument(part) ? part : {};
};

const time = ({ updated_at }: Stored) => Date.parse(updated_at ?? "") || 0;

type Tags = Readonly<Record<string, string | undefined>>;

/** The whole has the tags of all its parts for a tag, and says who was the last to change one. */
export async function readSeveral(namespaces: readonly string[]): Promise<Stored> {
  const parts = await Promise.all(namespaces.map(readSetting));
  const newest = parts.reduce((one, other) => (time(other) > time(one) ? other : one));
  const by = (of: (part: Stored | undefined) => unknown) =>
    Object.fromEntries(namespaces.map((name, at) => [name, of(parts[at])]));
  return {
    value: by((part) => part?.value ?? {}),
    updated_at: newest.updated_at,
    updated_by: newest.updated_by,
    tag: JSON.stringify(by((part) => part?.tag)),
  };
}

/** A part that was written by a save that another part broke off. */
interface Half {
  /** Tag of what it was written over. */
  readonly over: string | undefined;
  readonly value: Document;
  readonly tag: string | undefined;
}

/** What the form has written without having read it again since: the next save goes on from there. */
export type Halves = Map<string, Half>;

/**
 * Writes the namespaces that are not as they were; the first refusal names its namespace and ends it.
 * @param tag of the whole, as it was read
 * @param over the whole as it was read
 */
export async function writeSeveral(
  namespaces: readonly string[],
  { value, tag, over }: { value: Document; tag: string | undefined; over: Document },
  components: Components,
  halves: Halves,
): Promise<void> {
  const tags: Tags = JSON.parse(tag ?? "{}");
  for (const namespace of namespaces) {
    const next = partOf(value, namespace);
    const half = halves.get(namespace);
    const goesOn = half !== undefined && half.over === tags[namespace];
    const before = goesOn ? half.value : partOf(over, namespace);
    if (isSame(next, before)) continue;
    const schema = settingSchema(namespace, components);
    const sent = schema ? withoutMarks(next, schema, components) : next;
    try {
      await writeSetting(namespace, sent, goesOn ? half.tag : tags[namespace]);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      throw new Failure(error.status, `${namespace}: ${error.message}`, error.detail);
    }
    const now = await readSetting(namespace);
    halves.set(namespace, { over: tags[namespace], value: next, tag: now.tag });
  }
  halves.clear();
}
