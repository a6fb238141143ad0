/** Lets a request pass when a permission covers it (login-session-wire 5; A-1, L-W17, L-W18). */
import type { MiddlewareHandler } from "hono";
import { z } from "zod";
import { getSession } from "../session/context.ts";
import { connectionOf, hostOf, pathOf } from "../session/incoming.ts";
import type { Instances } from "../session/instances.ts";
import { webAddressOrPath } from "../settings/fields/address-field.ts";
import { checkedText, flag, list, text } from "../settings/fields/field.ts";
import { canonicalHost } from "../std/request-path.ts";
import type { Differences, MustBeNever } from "../std/type-differences.ts";
import { accessDecision, decisionShape } from "./ask-permission.ts";
import { failureAnswer, guardAnswer } from "./guard-answer.ts";
import { parseGuard } from "./guard-options.ts";
import type { IamCheckOptions } from "./iam-check-options.ts";
import { compileRule, type RuledRequest } from "./request-rules.ts";
import { subjectReader } from "./subject.ts";

/** `path` is the old name of `paths`. */
const publicRule = z
  .object({
    hosts: list(),
    paths: list(),
    path: z.union([z.string(), z.array(z.string())]).optional(),
    methods: list(),
  })
  .transform(({ path, paths, ...rest }) => ({
    ...rest,
    paths: [...paths, ...(typeof path === "string" ? [path] : (path ?? []))],
  }));

const denial = z.object({
  /** Glob; without one every path. */
  path: text("/**"),
  methods: list(),
  message: text(),
  /** Wins over `message`. */
  redirect: webAddressOrPath(),
});

const schema = z.object({
  ...decisionShape,
  /** Passes without a decision. */
  public: z
    .array(publicRule)
    .nullish()
    .transform((rules) => rules ?? []),
  /** Answers to denied requests; the first that matches. */
  responses: z
    .array(denial)
    .nullish()
    .transform((rules) => rules ?? []),
  /** Decided about instead of the host of the request. */
  force_host: checkedText((host) => canonicalHost(host) !== undefined, "must be a host"),
  /** X-User counts where no session ran: only behind a front that always sets or removes it. */
  trust_x_user: flag(),
});

type _Checked = MustBeNever<Differences<IamCheckOptions, z.input<typeof schema>>>;

const NAME = "iam_check";

/** A custom answer to a denied request; undefined where none is configured. */
function customAnswers(rules: z.output<typeof schema>["responses"], instances: Instances) {
  const compiled = rules.map(({ path, methods, message, redirect }) => ({
    matches: compileRule({ hosts: [], paths: [path], methods }, instances.runtime.log, NAME),
    message,
    redirect,
  }));
  return (ruled: RuledRequest): Response | undefined => {
    const rule = compiled.find(({ matches }) => matches(ruled));
    if (!rule) return undefined;
    if (rule.redirect === "") return guardAnswer(403, { message: rule.message });
    // 303 where a browser would send its form a second time (L-W30).
    const isGet = ruled.method === "GET" || ruled.method === "HEAD";
    const headers = { Location: rule.redirect, "Cache-Control": "no-store" };
    return new Response(null, { status: isGet ? 307 : 303, headers });
  };
}

/**
 * Runs behind a session or a resource server. 401 for an anonymous caller, 403 for a caller without permission, 400 for a path that could be read in two ways, 502 when a remote decision fails.
 */
export function iamCheck(options: IamCheckOptions, instances: Instances): MiddlewareHandler {
  const parsed = parseGuard(schema, options, NAME);
  const { log } = instances.runtime;
  const decide = accessDecision(parsed, instances, NAME);
  const readSubject = subjectReader(parsed, log, NAME);
  const open = parsed.public.map((rule) => compileRule(rule, log, NAME));
  const customAnswer = customAnswers(parsed.responses, instances);

  return async (c, next) => {
    const request = c.req.raw;
    const { raw, canonical } = pathOf(request.url);
    if (canonical === undefined) return guardAnswer(400, { message: "the path is ambiguous" });
    const state = getSession(c);
    if (state?.public_access) return next();
    const host = parsed.force_host || hostOf(request, connectionOf(c, instances.runtime));
    const { method } = request;
    const ruled = { host, path: canonical, method };
    if (open.some((matches) => matches(ruled))) return next();

    const subject = readSubject(state, request.headers);
    if (subject.kind === "refused") return guardAnswer(401, { message: subject.reason });
    const about = subject.kind === "known" ? subject : { alias: "" };
    let allowed: boolean;
    try {
      allowed = await decide({ ...about, host, path: raw, method });
    } catch (error) {
      return failureAnswer(error, log);
    }
    if (allowed) return next();
    return customAnswer(ruled) ?? guardAnswer(subject.kind === "anonymous" ? 401 : 403);
  };
}
