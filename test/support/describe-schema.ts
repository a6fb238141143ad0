/** What the API description says of one schema. */
import type { z } from "zod";
import { describeApi } from "../../src/http/description/openapi.ts";
import { endpoint } from "../../src/http/endpoint/endpoint.ts";

interface Document<T> {
  readonly components?: { readonly schemas?: Readonly<Record<string, T>> };
  readonly paths: Readonly<Record<string, { readonly put: Operation<T> }>>;
}
interface Operation<T> {
  readonly requestBody: {
    readonly content: { readonly "application/json": { readonly schema: T } };
  };
}

export interface DescribedSchema<T> {
  readonly root: T;
  readonly components: Readonly<Record<string, T>>;
}

/** The schema as the body of a request. */
export function describeSchema<T>(schema: z.ZodType): DescribedSchema<T> {
  const put = endpoint(
    {
      method: "put",
      path: "/document",
      plane: "public",
      family: "service",
      tag: "Documents",
      summary: "Save a document",
      body: { kind: "json", schema, message: "invalid" },
      answers: { 204: { description: "Saved" } },
    },
    () => new Response(null, { status: 204 }),
  );
  const { components, paths } = describeApi([put], "") as unknown as Document<T>;
  const operation = paths["/document"]?.put;
  if (!operation) throw new TypeError("the endpoint is not described");
  return {
    root: operation.requestBody.content["application/json"].schema,
    components: components?.schemas ?? {},
  };
}
