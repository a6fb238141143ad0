/** `createLogin`: wires the routes of a login (login-middleware.md; login-session-wire 3.2). */

import { Hono } from "hono";
import { sentForms } from "../codes/sent-forms.ts";
import { AuthError, StartError } from "../errors.ts";
import { nameSpan } from "../runtime/traces.ts";
import { getSession, readFlags } from "../session/context.ts";
import { type Instances, sessionInstance } from "../session/instances.ts";
import type { IncomingRequest } from "../session/session.ts";
import { internalsOf } from "../session/session-internals.ts";
import { canonicalPath, rawPath } from "../std/request-path.ts";
import { wantsPage } from "../web/accept.ts";
import { errorEnvelope } from "../web/errors/envelope.ts";
import { refusalOf } from "../web/errors/refusal.ts";
import { asGet, withoutBody } from "../web/head-request.ts";
import { ICON_NAME } from "../web/pages/favicon.ts";
import { unreadRequest } from "../web/read-before.ts";
import { toResponse } from "../web/reply.ts";
import { languageOf } from "../web/texts/language.ts";
import { answerForm } from "./answer-form.ts";
import { answerInfo, answerMethods } from "./answer-methods.ts";
import { answerPage } from "./answer-page.ts";
import { answerStatus } from "./answer-status.ts";
import { loginAssets } from "./asset-files.ts";
import { answerScript, answerSdk, answerSdkTypes } from "./assets.ts";
import { answerBackchannelLogout } from "./backchannel-logout.ts";
import { brandingOf } from "./branding.ts";
import { answerButtonLogo } from "./button-logo.ts";
import { answerEnroll, answerEnrollment } from "./enrollment.ts";
import {
  changesState,
  findRoute,
  methodRoutes,
  type Route,
  routeTemplate,
  segmentsAfter,
} from "./find-route.ts";
import { guessLimits } from "./guess-limits.ts";
import { methodNotAllowed, notFound } from "./json-answer.ts";
import type { Login } from "./login.ts";
import type { LoginOptions } from "./login-options.ts";
import type { LoginInternals, LoginMethods, LoginParts, Visit } from "./login-parts.ts";
import { loginPaths } from "./login-paths.ts";
import { signOut } from "./logout.ts";
import { METHODS } from "./methods/methods.ts";
import { type ParsedLogin, parseLogin } from "./options.ts";
import { keepingAuth, ownCodes } from "./own-codes.ts";
import { refusalPage } from "./refusal-page.ts";
import { stateBox } from "./state-box.ts";
import { withAnswer } from "./visit.ts";

async function dispatch(visit: Visit, route: Route): Promise<Response | undefined> {
  switch (route.name) {
    case "methods":
      return answerMethods(visit, route.group);
    case "info":
      return answerInfo(visit);
    case "status":
      return answerStatus(visit, route.cookie);
    case "sdk":
      return answerSdk(visit);
    case "sdk-types":
      return answerSdkTypes(visit);
    case "script":
      return answerScript(visit, route.file);
    case "button-logo":
      return answerButtonLogo(visit, route.provider);
    case "method":
      return route.route.answer(visit, route.provider);
    case "backchannel-logout":
      return answerBackchannelLogout(visit, route.provider);
    case "enrollment":
      return answerEnrollment(visit);
    case "enroll":
      return answerEnroll(visit);
    case "form":
      return answerForm(visit);
    case "page":
      return answerPage(visit);
    case "missing":
      throw notFound();
  }
}

/** Routes that people look at; everything else is for programs. */
const isPage = (route: Route): boolean =>
  route.name === "method"
    ? route.route.method === "GET"
    : ["page", "form", "missing"].includes(route.name);

function openVisit(login: LoginParts, incoming: IncomingRequest, path: string): Visit {
  const session = internalsOf(sessionInstance(login.instances, login.options.session_middleware));
  const { request } = incoming;
  const query = new URL(request.url).searchParams;
  const origin = session.origin(incoming);
  const icon = `${login.paths.scripts}/${ICON_NAME}`;
  const language = languageOf(request);
  const branding = () => brandingOf(login, session);
  const page = { origin, icon, language, branding };
  return { login, incoming, request, session, path, query, ...page, answer: [] };
}

/**
 * Every failure becomes an answer; a host never sees one thrown.
 * @param page a refusal is shown to a browser as a page
 */
async function respond(
  login: LoginParts,
  incoming: IncomingRequest,
  path: string,
  page: boolean,
  answer: (visit: Visit) => Promise<Response | undefined>,
): Promise<Response | undefined> {
  const { log } = login.instances.runtime;
  let visit: Visit | undefined;
  try {
    visit = openVisit(login, incoming, path);
    const response = await answer(visit);
    return response && withAnswer(response, visit);
  } catch (error) {
    const refusal = refusalOf(error, log, "a sign-in request");
    if (!visit) return toResponse(errorEnvelope(refusal));
    const shown = page && wantsPage(incoming.request);
    const response = shown ? refusalPage(visit, refusal) : toResponse(errorEnvelope(refusal));
    return withAnswer(response, visit);
  }
}

/** Paths that could be read in two ways are refused where they are ours (N-3, L-W17). */
function refuseAmbiguous({ paths }: LoginParts, path: string): Response | undefined {
  const ours = paths.root !== "" && segmentsAfter(path, paths.root) !== undefined;
  if (!ours) return undefined;
  const refusal = new AuthError("invalid_request", "the path is ambiguous");
  return toResponse(errorEnvelope(refusal));
}

function checkNames(
  { session_middleware, auth_middleware }: LoginParts["options"],
  instances: Instances,
) {
  const { session, auth } = instances;
  if (session && !Object.hasOwn(session, session_middleware)) {
    throw new StartError(`login: session middleware "${session_middleware}" not found`);
  }
  if (auth_middleware !== "" && auth && !Object.hasOwn(auth, auth_middleware)) {
    throw new StartError(`login: auth middleware "${auth_middleware}" not found`);
  }
}

/** Throws `StartError` for options that are wrong, and for names that are known not to exist. */
export function createLogin(input: LoginOptions, instances: Instances): Login {
  return createParsedLogin(parseLogin(input), instances);
}

/**
 * The same from options that are parsed already, as the command line has them.
 * @internal
 */
export function createParsedLogin(
  options: ParsedLogin,
  instances: Instances,
  methods: LoginMethods = METHODS,
): LoginInternals {
  checkNames(options, instances);
  const { runtime } = instances;
  const codes = ownCodes(options, runtime);
  const ownForms = sentForms({ codes: codes.store, runtime });
  const routes = methodRoutes(methods);
  const parts: LoginParts = {
    options,
    instances,
    ...{ methods, routes },
    paths: loginPaths(options, routes),
    assets: loginAssets(runtime.assets),
    box: stateBox(instances, options.session_middleware),
    codes,
    guesses: guessLimits(options, instances, codes),
    forms: () => keepingAuth(options, instances)?.forms ?? ownForms,
  };

  async function logout(incoming: IncomingRequest): Promise<Response> {
    const { method } = incoming.request;
    if (method === "HEAD" || method === "OPTIONS") return methodNotAllowed("GET, POST");
    const path = canonicalPath(rawPath(incoming.request.url)) ?? "/";
    const response = await respond(parts, incoming, path, true, signOut);
    return response ?? toResponse(errorEnvelope(notFound()));
  }

  async function answer(incoming: IncomingRequest): Promise<Response | undefined> {
    if (incoming.flags?.logout) return logout(incoming);
    const raw = rawPath(incoming.request.url);
    const path = canonicalPath(raw);
    if (path === undefined) return refuseAmbiguous(parts, raw);
    const route = findRoute(parts, incoming.request.method, path);
    if (!route) return undefined;
    if (runtime.traces) {
      const template = routeTemplate(parts.paths, route);
      nameSpan(runtime.traces.active(), `${incoming.request.method} ${template}`, template);
    }
    const run = (from: IncomingRequest) =>
      respond(parts, from, path, isPage(route), (visit) => dispatch(visit, route));
    if (incoming.request.method !== "HEAD") return run(incoming);
    const { searchParams } = new URL(incoming.request.url);
    if (changesState(route, searchParams)) return methodNotAllowed("GET");
    const response = await run({ ...incoming, request: asGet(incoming.request) });
    if (!response) return undefined;
    const answered = await withoutBody(response);
    // Nothing changes in the browser either: a page's form would lose its token to a new cookie.
    answered.headers.delete("Set-Cookie");
    return answered;
  }

  const app = new Hono();
  app.use("*", async (c, next) => {
    const request = await unreadRequest(c);
    const connection = getSession(c)?.connection ?? runtime.connection(request, c.env);
    const response = await answer({ request, connection, flags: readFlags(c) });
    if (!response) return next();
    return response;
  });

  return {
    options,
    app,
    answer,
    logout,
    [Symbol.asyncDispose]: () => parts.codes[Symbol.asyncDispose](),
  };
}
