/** Several namespaces as one document, saved with one request: all that were changed, or none. */
import { api, ifMatch, tagOf } from "../api/client.ts";
import { Failure } from "../api/failure.ts";
import type { Namespace } from "../api/kinds.gen.ts";
import { warned } from "../base/notices.ts";
import type { Stored } from "../form/document-editor.tsx";
import { type Components, type Document, isDocument, withoutMarks } from "../form/schema.ts";
import { isSame } from "../std/same.ts";
import { readSetting, settingSchema } from "./namespace-page.tsx";

export const partOf = (value: Document, namespace: Namespace): Document => {
  const part = value[namespace];
  return isDocument(part) ? part : {};
};

const time = ({ updated_at }: Stored) => Date.parse(updated_at ?? "") || 0;

/** The whole has the tag of the list of all namespaces, and says who was the last to change one of its own. */
export async function readSeveral(namespaces: readonly Namespace[]): Promise<Stored> {
  // First: what is written while they are read makes it another one.
  const list = await api.GET("/v1/settings", { params: { query: { _limit: 1 } } });
  const parts = await Promise.all(namespaces.map(readSetting));
  const newest = parts.reduce((one, other) => (time(other) > time(one) ? other : one));
  return {
    value: Object.fromEntries(namespaces.map((name, index) => [name, parts[index]?.value ?? {}])),
    updated_at: newest.updated_at,
    updated_by: newest.updated_by,
    tag: tagOf(list.response),
  };
}

/**
 * Writes the namespaces that are not as they were. Others may have been written since.
 * @param tag of the whole, as it was read
 * @param over the whole as it was read
 */
export async function writeSeveral(
  namespaces: readonly Namespace[],
  { value, tag, over }: { value: Document; tag: string | undefined; over: Document },
  components: Components,
): Promise<void> {
  const changed = namespaces.filter(
    (namespace) => !isSame(partOf(value, namespace), partOf(over, namespace)),
  );
  const body = Object.fromEntries(
    changed.map((namespace) => {
      const next = partOf(value, namespace);
      const schema = settingSchema(namespace, components);
      return [namespace, (schema ? withoutMarks(next, schema, components) : next) as Document];
    }),
  );
  const write = async (tag: string | undefined) => {
    const { data } = await api.PATCH("/v1/settings", { params: ifMatch(tag), body });
    const sentences = Object.values(data?.payload.messages ?? {}).flat();
    // One that two namespaces have is said once.
    warned([...new Map(sentences.map((one) => [one.text, one])).values()]);
  };
  try {
    await write(tag);
  } catch (error) {
    if (!(error instanceof Failure && error.status === 412)) throw error;
    const now = await readSeveral(changed);
    const isUntouched = (namespace: Namespace) =>
      isSame(partOf(now.value, namespace), partOf(over, namespace));
    if (!changed.every(isUntouched)) throw error;
    await write(now.tag);
  }
}
