/** The application that a person signs in for: the client of the pending authorization request. */
import type { AuthApi } from "../api.ts";
import { authInstance } from "../session/instances.ts";
import { displayText } from "../std/display-text.ts";
import type { Visit } from "./visit.ts";

/** Instances of this process that the login may know requests of. */
function instancesOf({ login }: Visit): readonly AuthApi[] {
  const { instances, options } = login;
  const { auth_middleware } = options;
  if (auth_middleware !== "") return [authInstance(instances, auth_middleware)];
  return Object.values(instances.auth ?? {});
}

/**
 * Its name, by the service's own record of the request whose consent page the person comes from. The
 * address gives the id of the request and nothing to show, so a stranger cannot write a name into the page.
 */
export async function pendingClient(visit: Visit): Promise<string | undefined> {
  const [path, ...more] = visit.query.getAll("redirect_path");
  if (path === undefined || more.length > 0) return undefined;
  const { pathname, searchParams } = new URL(visit.session.safeReturn(path), "http://here");
  const [flow, ...others] = searchParams.getAll("flow");
  if (flow === undefined || others.length > 0) return undefined;
  try {
    const auth = instancesOf(visit).find(({ prefix }) => pathname === `${prefix}/oauth2/consent`);
    return displayText((await auth?.pendingClient(flow)) ?? "") || undefined;
  } catch (error) {
    // The name is a help; the sign-in itself says what is wrong.
    visit.login.instances.runtime.log.debug("the application of a sign-in is not known", { error });
    return undefined;
  }
}
