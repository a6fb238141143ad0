/** The first run of a service in an application: as that of the standalone server, told to the application. */
import type { Writer } from "../call.ts";
import { StartError } from "../errors.ts";
import { withDeadline } from "../std/deadline.ts";
import { credentialsText, type Reader } from "./credentials-text.ts";
import type { FirstCredentials, OnFirstRun } from "./first-credentials.ts";
import { sealAndTell } from "./hand-over.ts";
import { type FirstRun, sealFirstRun } from "./sealed.ts";

const DEADLINE_MS = 30_000;

/** What the callback throws may hold what it was given, so it is neither logged nor passed on. */
async function tell(callback: OnFirstRun, credentials: FirstCredentials): Promise<void> {
  const failed = "on_first_run failed; nothing was sealed, and the next start tries again";
  const late = new StartError(
    `on_first_run took longer than ${DEADLINE_MS / 1000} s; nothing was sealed`,
  );
  try {
    await withDeadline(Promise.resolve(callback(credentials)), DEADLINE_MS, () => {
      throw late;
    });
  } catch (error) {
    throw error === late ? late : new StartError(failed);
  }
}

/**
 * Seals an empty database unless `first_run.mode` is `open`. Without a callback the credentials go to the
 * terminal, else to a private file. The public surface leaves this to the instance with the whole service.
 */
export async function sealEmbedded(writer: Writer, callback?: OnFirstRun): Promise<void> {
  const { service } = writer;
  const { first_run, surface } = service.options;
  if (first_run.mode === "open" || surface === "public") return;
  const { login_path, auth_middleware } = first_run;
  const place = { login_path, auth_middleware };
  if (!callback) {
    const text = (first: FirstRun, reader: Reader) => `${credentialsText(first, reader)}\n`;
    const { show } = await sealAndTell(writer, place, text);
    return show?.();
  }
  const first = await sealFirstRun(writer, place, {
    tell: ({ admin: { alias, password, declared }, login_client }) =>
      tell(callback, { admin: { alias, ...(!declared && { password }) }, login_client }),
  });
  if (first) service.runtime.log.info("Postern is sealed", { administrator: first.admin.alias });
}
