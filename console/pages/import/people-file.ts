/** The file of people that was chosen: read once, so that what is imported is what was looked at. */
import type { operations } from "../../api/schema.gen.ts";

type Query = NonNullable<operations["post_v1_users_import"]["parameters"]["query"]>;
export type Format = NonNullable<Query["format"]>;

/** Bytes that the route takes; the command takes more. */
export const MAX_BYTES = 32 * 1024 * 1024;

export interface PeopleFile {
  readonly name: string;
  readonly bytes: ArrayBuffer;
}

const ENDINGS: ReadonlyMap<string, Format> = new Map([
  ["csv", "csv"],
  ["tsv", "csv"],
  ["txt", "csv"],
  ["ndjson", "ndjson"],
  ["jsonl", "ndjson"],
  ["json", "keycloak"],
]);

/** As the end of its name says; CSV where it says nothing. */
export const formatOf = (name: string): Format =>
  ENDINGS.get(name.slice(name.lastIndexOf(".") + 1).toLowerCase()) ?? "csv";
