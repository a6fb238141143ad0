/** The configuration in effect as YAML for people: defaults filled in, secrets masked, sources named. */
import { Document, isNode, isSeq } from "yaml";
import { z } from "zod";
import { isSecret, type Schema, shapeOf } from "../settings/document/schema-walk.ts";
import { type Duration, formatDuration } from "../std/duration.ts";
import type { LoadedConfig } from "./config.ts";
import { isPlainObject } from "./config-layers.ts";
import { configSchema } from "./config-schema.ts";

const MASK = "********";

/** YAML with a comment behind each value that is not the default. */
export function writeEffective(loaded: LoadedConfig): string {
  const complete = effective(configSchema, loaded.document, configSchema.parse(loaded.document));
  const shown = mask(configSchema, complete);
  const document = new Document(shown);
  document.setIn(["log", "format"], loaded.config.log.format);
  for (const { path, source } of loaded.sources) {
    const node: unknown = document.getIn(path, true);
    if (!isNode(node)) continue;
    node.comment = ` ${source}`;
    if (isSeq(node)) node.flow = true; // on one line, with its comment
  }
  return document.toString({ lineWidth: 0 });
}

/** What was written where something was written, else the default in the form one would write. */
function effective(schema: Schema, written: unknown, output: unknown): unknown {
  const shape = shapeOf(schema);
  if (shape.kind === "object" && isPlainObject(output)) {
    const own = isPlainObject(written) ? written : {};
    const members = [...shape.members].map(([name, member]) => [
      name,
      effective(member, Object.hasOwn(own, name) ? own[name] : undefined, output[name]),
    ]);
    return Object.fromEntries(members.filter(([, value]) => value !== undefined));
  }
  if (typeof written === "string" && typeof output === "string") return output; // normalised
  if (written !== undefined) return written;
  const isDuration = shape.kind === "scalar" && shape.type === "string";
  return isDuration && typeof output === "number" ? formatDuration(output as Duration) : output;
}

/** Unlike the API, which says `<name>_set`, a person sees the key where it belongs. */
function mask(schema: Schema, value: unknown): unknown {
  if (value === "" || value === undefined) return value;
  if (Array.isArray(value) && value.length === 0) return value; // a mask would look like a secret
  if (isSecret(schema)) return MASK;
  if (typeof value === "string") return formatOf(schema) === "dsn" ? maskDsn(value) : value;
  const shape = shapeOf(schema);
  if (!isPlainObject(value) || (shape.kind !== "object" && shape.kind !== "map")) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const own = shape.kind === "map" ? shape.value : shape.members.get(name);
    return [name, own ? mask(own, member) : member];
  });
  return Object.fromEntries(members);
}

function formatOf(schema: Schema): unknown {
  return schema instanceof z.ZodType ? schema.meta()?.format : undefined;
}

/** The password of a connection string, wherever drivers accept one. */
function maskDsn(dsn: string): string {
  const url = URL.parse(dsn);
  if (!url) return MASK;
  if (url.password !== "") url.password = MASK;
  for (const name of [...url.searchParams.keys()]) {
    if (/password|secret|key$/i.test(name)) url.searchParams.set(name, MASK);
  }
  return url.href;
}
