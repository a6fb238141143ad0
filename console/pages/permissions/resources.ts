/** Entries of a permission, and what they say in words (auth-wire 2.7, 3). */
import type { Document } from "../../form/schema.ts";
import { isDocument } from "../../form/schema.ts";

export interface Coverage {
  readonly hosts: readonly string[];
  readonly paths: readonly string[];
  readonly methods: readonly string[];
}
export interface Resource extends Coverage {
  readonly excluded: readonly Coverage[];
}

const words = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];

const coverageOf = (value: Document): Coverage => ({
  hosts: words(value.hosts),
  paths: words(value.paths),
  methods: words(value.methods),
});

const documents = (value: unknown): Document[] =>
  Array.isArray(value) ? value.filter(isDocument) : [];

/** Without the old member `path`, which only repeats `paths`. */
export const resourcesOf = (value: Document): Resource[] =>
  documents(value.resources).map((one) => ({
    ...coverageOf(one),
    excluded: documents(one.excluded).map(coverageOf),
  }));

/** A new entry is for reading: nothing is allowed by accident. */
export const NEW_RESOURCE: Resource = {
  hosts: [],
  paths: [],
  methods: ["GET", "HEAD"],
  excluded: [],
};
export const NEW_EXCEPTION: Coverage = { hosts: [], paths: [], methods: ["*"] };
