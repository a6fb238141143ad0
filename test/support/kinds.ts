/** The schemas of all kinds of records, by name. */
import type { z } from "zod";
import { namespaces } from "../../src/settings/index.ts";
import { configKinds } from "../../src/settings/records/config-records.ts";

type Schemas<T extends Readonly<Record<string, { readonly schema: z.ZodType }>>> = {
  readonly [K in keyof T]: T[K]["schema"];
};

const schemasOf = <T extends Readonly<Record<string, { readonly schema: z.ZodType }>>>(kinds: T) =>
  Object.fromEntries(
    Object.entries(kinds).map(([name, { schema }]) => [name, schema]),
  ) as Schemas<T>;

export const namespaceSchemas = schemasOf(namespaces);
export const configSchemas = schemasOf(configKinds);
