/** Secrets of a document that are written elsewhere or sealed: `{file: path}`, `{env: NAME}` or `{jwe: …}`. */
import type { SeedFiles } from "../runtime/seed-files.ts";
import type { Fault } from "../settings/document/faults.ts";
import { isJsonObject, isSecret, type Schema, shapeOf } from "../settings/document/schema-walk.ts";
import type { Open } from "./sealed-secret.ts";

type Path = readonly (string | number)[];

const PRINCIPALS: ReadonlySet<unknown> = new Set(["users", "service_accounts"]);

/** In the free map `details`, which no schema describes: `users.ada.details.password`. */
const isCredential = ([kind, , member, key, ...more]: Path) =>
  PRINCIPALS.has(kind) &&
  member === "details" &&
  (key === "password" || key === "secret") &&
  more.length === 0;

/** Where the document is, for relative paths, and what came of its references. */
export interface SecretSource {
  readonly files: SeedFiles;
  readonly document: string;
  readonly faults: Fault[];
  /** Absent where no private key was given. */
  readonly open?: Open | undefined;
}

const FORMS = "must be a text, {file: path} or {env: NAME}";

/** A copy of the document with the texts that its secrets name; what cannot be read becomes a fault. */
export async function resolveSecrets(
  source: SecretSource,
  schema: Schema | undefined,
  value: unknown,
  path: Path = [],
): Promise<unknown> {
  const secret = (schema && isSecret(schema)) || isCredential(path);
  if (secret && isJsonObject(value)) return readReference(source, value, path);
  const shape = schema && shapeOf(schema);
  if (Array.isArray(value)) {
    const item = shape?.kind === "list" ? shape.item : undefined;
    return Promise.all(value.map((one, at) => resolveSecrets(source, item, one, [...path, at])));
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(async ([name, member]) => {
    const own = shape?.kind === "object" ? shape.members.get(name) : undefined;
    const below = shape?.kind === "map" ? shape.value : own;
    return [name, await resolveSecrets(source, below, member, [...path, name])] as const;
  });
  return Object.fromEntries(await Promise.all(members));
}

async function readReference(
  { files, document, faults, open }: SecretSource,
  reference: Readonly<Record<string, unknown>>,
  path: Path,
): Promise<string> {
  const refuse = (reason: string) => {
    faults.push({ path, reason });
    return "";
  };
  const [[kind, name] = [], ...others] = Object.entries(reference);
  if (others.length > 0 || typeof name !== "string" || name === "") return refuse(FORMS);
  if (kind === "jwe") {
    if (!open) return refuse("is sealed, and the key that opens it was not given");
    return open(name).catch(() => refuse("is sealed to another key, or was changed"));
  }
  if (kind === "env") {
    return files.variable(name) ?? refuse(`names the variable ${name}, which is not set`);
  }
  if (kind !== "file") return refuse(FORMS);
  const found = await files.read(name, document).catch((error: unknown) => error);
  if (found instanceof Error || found === undefined) {
    const code = found && "code" in found ? String(found.code) : "it is not there";
    return refuse(`names the file ${name}, which cannot be read: ${code}`);
  }
  const { text } = found as { readonly text: string };
  // Editors and shells add a line break.
  return text.replace(/\r?\n$/, "") || refuse(`names the file ${name}, which is empty`);
}
