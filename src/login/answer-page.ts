/** GET of the page: mint, go on, or show the form (login-session-wire 3.3; L-W29, L-W39). */
import { ProviderUnavailable } from "../errors.ts";
import { isStrongEnough } from "../identity/levels.ts";
import type { CurrentSession } from "../session/session.ts";
import { noticePage } from "../web/errors/page.ts";
import { errorText } from "../web/texts/catalogues.ts";
import { answerInfo } from "./answer-methods.ts";
import { removeCompletion } from "./flow-id.ts";
import { notFound } from "./json-answer.ts";
import { mintForSession } from "./mint.ts";
import { broughtBack, isMailLink, openView } from "./open-view.ts";
import { redirect } from "./redirect.ts";
import { renderLogin } from "./render-login.ts";
import { requestedLevels } from "./requested-levels.ts";
import { returnTarget } from "./return-target.ts";
import { takeSignOut } from "./signed-out.ts";
import { singleValue, type Visit } from "./visit.ts";

/** A name with a dot in the last segment is a file; files need no session. */
const isFile = (path: string): boolean => (path.split("/").at(-1) ?? "").includes(".");

function goOn(visit: Visit): Response {
  const target = returnTarget(visit);
  if (target !== undefined) return redirect(visit, 307, target);
  return noticePage(visit, 200, {
    title: errorText(visit).signedIn,
    text: errorText(visit).signedInText,
  });
}

/**
 * The session of the browser. One whose provider cannot be asked now stays as it is, and the page is shown: a
 * person who cannot get on with one provider may sign in with another (I-8).
 */
async function currentOrNone(visit: Visit): Promise<CurrentSession | undefined> {
  try {
    return await visit.session.current(visit.incoming);
  } catch (error) {
    if (error instanceof ProviderUnavailable) return undefined;
    throw error;
  }
}

const SECONDS = /^\d{1,10}$/;

/**
 * A page of the service may ask for a sign-in that is no older than `max_age` seconds, or not from before
 * `auth_after` (OpenID Connect Core §3.1.2.1; T-10), or that reaches one of the levels in `acr_values`. A session that does not know when it began is not asked: it would never be new enough.
 */
function isAskedAgain({ query, login }: Visit, { identity }: CurrentSession): boolean {
  if (query.has("response_type")) return false;
  if (!isStrongEnough({ acr_values: requestedLevels(query) }, identity)) return true;
  const { auth_time } = identity;
  if (auth_time === undefined) return false;
  const after = singleValue(query, "auth_after");
  if (after !== undefined && SECONDS.test(after) && auth_time < Number(after)) return true;
  const longest = singleValue(query, "max_age");
  const now = login.instances.runtime.clock.now() / 1_000;
  return longest !== undefined && SECONDS.test(longest) && now - auth_time > Number(longest);
}

/** Undefined leaves the request to a custom UI. Throws `unavailable` while sessions cannot be read. */
export async function answerPage(visit: Visit): Promise<Response | undefined> {
  const { path, query, login, request } = visit;
  const { root } = login.paths;
  const external = login.options.ui.external_folder;
  const isBase = path === root || path === `${root}/`;
  if (isBase && query.get("auth_info") === "true") return answerInfo(visit);
  if (isFile(path)) {
    if (external) return undefined;
    throw notFound();
  }
  if (!external && path === root && root !== "") {
    return redirect(visit, 301, `${root}/${new URL(request.url).search}`);
  }
  const current = await currentOrNone(visit);
  const again = current !== undefined && isAskedAgain(visit, current);
  const mailed = isMailLink(visit) && !external;
  const session = again || mailed ? undefined : current;
  if (session) {
    visit.answer.push(...session.answer.map(([name, value]): [string, string] => [name, value]));
    const minting = query.getAll("response_type").includes("code");
    return minting ? mintForSession(visit, session) : goOn(visit);
  }
  if (external) return undefined;
  removeCompletion(visit, undefined);
  const opened = await openView(visit);
  // A request for a code would be answered for whom the browser is signed in as.
  const onward = current ? undefined : broughtBack(visit, opened);
  if (onward !== undefined) return redirect(visit, 307, onward);
  return renderLogin(visit, 200, { signedOut: takeSignOut(visit), again, opened });
}
