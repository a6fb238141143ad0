/** Where a signed-in browser goes: never back to the login page itself (login-session-wire 2.15; B-7). */
import { canonicalPath, rawPath } from "../std/request-path.ts";
import { segmentsAfter } from "./find-route.ts";
import type { Visit } from "./visit.ts";

/** A safe `redirect_path`, else `/`; undefined when even that is the login page. */
export function returnTarget({ session, query, login }: Visit): string | undefined {
  const { root } = login.paths;
  const isLogin = (target: string) => {
    const path = canonicalPath(rawPath(`http://here${target}`));
    if (path === undefined) return true;
    return root === "" ? path === "/" : segmentsAfter(path, root) !== undefined;
  };
  const paths = query.getAll("redirect_path");
  const target = session.safeReturn(paths.length === 1 ? paths[0] : undefined);
  return [target, "/"].find((candidate) => !isLogin(candidate));
}
