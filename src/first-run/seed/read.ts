/** Reads a seed document whole before anything is written: syntax, unknown members, secrets, names. */
import type { Service } from "../../call.ts";
import { checkDocument } from "../../configuration/check.ts";
import { documentFaults } from "../../configuration/document-checks.ts";
import { nameFaults, type UnknownName } from "../../configuration/names.ts";
import { besides, readDocuments } from "../../configuration/read-files.ts";
import { CONFIG_KINDS, type Document, type DocumentValue } from "../../configuration/schema.ts";
import { type Open, openWith } from "../../configuration/sealed-secret.ts";
import { StartError } from "../../errors.ts";
import { capability } from "../../runtime/capability.ts";
import type { Fault } from "../../settings/document/faults.ts";
import type { Settings } from "../../settings/index.ts";
import { ADMIN } from "../login.ts";
import { madeFaults, withoutMade } from "./made.ts";

type Path = readonly PropertyKey[];

/** The sector of a client is asked of an application that may start after this service. */
const ASKED = CONFIG_KINDS.filter((kind) => kind !== "oauth_clients");

export interface Seed {
  readonly value: DocumentValue;
  /** The namespaces that it gives, with their defaults. */
  readonly settings: Partial<Settings>;
  /** As it was written, with its secrets and without what the first start makes: for storing. */
  readonly written: Document;
  /** Who administers with fewer rights: what a first start takes of the namespace `admin`. */
  readonly limited: unknown;
  /** The error of one place; it never repeats a value. */
  readonly refuse: (path: Path, reason: string, cause?: unknown) => StartError;
  /** The error of several. */
  readonly refuseAll: (faults: readonly Fault[], cause?: unknown) => StartError;
}

const notDeclared: UnknownName = (kind, nearest) =>
  `is not one of the ${kind} of this document${nearest === undefined ? "" : `; did you mean ${nearest}?`}`;

/** What opens its sealed secrets; undefined without a key. */
const opener = async (key: string): Promise<Open | undefined> =>
  key === "" ? undefined : await openWith(key, "first_run.seed_key");

/**
 * The document that `first_run.seed` names. Throws one `StartError` that names every fault and its place,
 * and repeats no value.
 */
export async function readSeed(service: Service): Promise<Seed> {
  const { runtime, options, snapshots } = service;
  const file = options.first_run.seed;
  const files = capability(runtime, "seed", (text) => new StartError(`first_run.seed: ${text}`));
  const found = await files.read(file).catch((cause: unknown) => {
    const why = cause instanceof Error && "code" in cause ? cause.code : "it cannot be read";
    throw new StartError(`first_run.seed: cannot read ${file}: ${why}`, { cause });
  });
  if (!found) throw new StartError(`first_run.seed: cannot read ${file}: there is no such file`);
  if (found.open) {
    throw new StartError(
      `first_run.seed: every user of this machine may write to ${file}; chmod o-w it`,
    );
  }
  const open = await opener(options.first_run.seed_key);
  const read = await readDocuments([{ name: file, text: found.text }], files, open);
  const made = madeFaults(read.document);
  const { document, limited } = withoutMade(read.document);
  const checked = checkDocument(snapshots.current, document);
  const others = checked.value
    ? nameFaults(checked.value, { roles: [ADMIN], permissions: [ADMIN] }, notDeclared)
    : checked.faults;
  const ofRecords = checked.value ? await documentFaults(service, document, ASKED) : [];
  const faults = besides(read.faults, [...made, ...others, ...ofRecords]);
  if (faults.length > 0 || !checked.value) throw read.refuse(faults);
  return {
    value: checked.value,
    settings: (checked.value.settings ?? {}) as Partial<Settings>,
    written: document,
    limited,
    refuse: (path, reason, cause) => read.refuse([{ path, reason }], cause),
    refuseAll: read.refuse,
  };
}
