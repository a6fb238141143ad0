/** How the first credentials reach the operator, and nothing else (C-6). */
import type { Writer } from "../call.ts";
import { StartError } from "../errors.ts";
import { capability } from "../runtime/capability.ts";
import type { Reader } from "./credentials-text.ts";
import type { LoginPlace } from "./login.ts";
import { type FirstRun, isUsed, type Sealing, sealFirstRun } from "./sealed.ts";

const NAME = "first-run.txt";

/**
 * Seals an empty database with a place for the credentials made ready before. A file gets them at once; for
 * a terminal the caller shows them, since it knows when. A declared password is shown nowhere.
 * @param text of the credentials, for their reader
 */
export async function sealAndTell(
  writer: Writer,
  place: LoginPlace,
  text: (first: FirstRun, reader: Reader) => string,
  sealing: Sealing = {},
): Promise<{ readonly sealed: boolean; readonly show?: () => Promise<void> }> {
  const { service } = writer;
  const { runtime, options } = service;
  const { log } = runtime;
  if (isUsed(service)) return { sealed: false };
  if (options.first_run.admin_password !== "") {
    const first = await sealFirstRun(writer, place, { ...sealing, demo: false });
    if (first) log.info("Postern is sealed", { administrator: first.admin.alias });
    return { sealed: first !== undefined };
  }
  const way = "give on_first_run or first_run.admin_password";
  const note = await capability(
    runtime,
    "note",
    (missing) => new StartError(`${missing}: ${way}`),
  )(NAME);
  let first: FirstRun | undefined;
  try {
    first = await sealFirstRun(writer, place, sealing);
  } finally {
    if (!first) await note.discard();
  }
  if (!first) return { sealed: false };
  if (note.place === "terminal") {
    const shown = text(first, "terminal");
    return { sealed: true, show: () => note.write(shown) };
  }
  await note.write(text(first, "file"));
  if (note.path) {
    log.warn("Postern is sealed; read the first credentials in this file, then delete it", {
      file: note.path,
    });
  }
  return { sealed: true };
}
