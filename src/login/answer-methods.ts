/** The manifest's routes: canonical, by group, and the unwrapped aliases (login-session-wire 3.4). */
import { AuthError } from "../errors.ts";
import { displayText } from "../std/display-text.ts";
import { buildManifest } from "./build-manifest.ts";
import { reply } from "./json-answer.ts";
import type { Visit } from "./visit.ts";

/** `GET {base}/auth/methods[/{group}]`; presentation only, flows use the session's own set. */
export async function answerMethods(visit: Visit, group: string | undefined): Promise<Response> {
  if (group === undefined) {
    return reply({ payload: await buildManifest(visit, await visit.session.providers()) });
  }
  const providers = (await visit.session.catalog())?.groups.get(group);
  if (!providers) {
    throw new AuthError("not_found", `group "${displayText(group, 64)}" not found`);
  }
  return reply({ payload: await buildManifest(visit, providers) });
}

/** `GET {base}/auth/info/ui` and `{base}?auth_info=true`. */
export const answerInfo = async (visit: Visit): Promise<Response> =>
  reply(await buildManifest(visit, await visit.session.providers()));
