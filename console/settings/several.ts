/** Several namespaces as one document, saved with one click. */
import { Failure } from "../api/failure.ts";
import type { Stored } from "../form/document-editor.tsx";
import { isSame } from "../form/same.ts";
import { type Components, type Document, isDocument, withoutMarks } from "../form/schema.ts";
import { readSetting, settingSchema, writeSetting } from "./namespace-page.tsx";

export const partOf = (value: Document, namespace: string): Document => {
  const part = value[namespace];
  return isDocument(part) ? part : {};
};

const time = ({ updated_at }: Stored) => Date.parse(updated_at ?? "") || 0;

/** The newest change of all is the change of the whole. */
export async function readSeveral(namespaces: readonly string[]): Promise<Stored> {
  const parts = await Promise.all(namespaces.map(readSetting));
  const newest = parts.reduce((one, other) => (time(other) > time(one) ? other : one));
  return {
    value: Object.fromEntries(namespaces.map((name, at) => [name, parts[at]?.value ?? {}])),
    updated_at: newest.updated_at,
    updated_by: newest.updated_by,
  };
}

/** Writes the namespaces that are not as they were; the first refusal names its namespace and ends it. */
export async function writeSeveral(
  namespaces: readonly string[],
  before: Document,
  value: Document,
  components: Components,
): Promise<void> {
  for (const namespace of namespaces) {
    const next = partOf(value, namespace);
    if (isSame(next, partOf(before, namespace))) continue;
    const schema = settingSchema(namespace, components);
    try {
      await writeSetting(namespace, schema ? withoutMarks(next, schema, components) : next);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      throw new Failure(error.status, `${namespace}: ${error.message}`, error.detail);
    }
  }
}
