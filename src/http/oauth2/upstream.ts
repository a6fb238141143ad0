/** {prefix}/oauth2/auth/{provider} and {prefix}/oauth2/code/{provider}: sign-in at a provider elsewhere (auth-wire 5.10). */
import { z } from "zod";
import { finishUpstream } from "../../federation/upstream/callback.ts";
import { startSignIn } from "../../federation/upstream/start.ts";
import { nameInForm } from "../../federation/upstream/told-name.ts";
import { ANSWER_MEMBERS } from "../../web/authorization-answer.ts";
import { redirectTo, redirectWith } from "../../web/pages/response.ts";
import { readFormParameters } from "../endpoint/body.ts";
import { answerForm, goOn } from "../endpoint/client-answer.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { oauthFailure } from "./answers.ts";

const field = z.string().optional();
const params = z.object({ provider: z.string() });

const common = {
  plane: "public",
  family: "authorization",
  tag: "OAuth 2.0",
  params,
  readsItself: true,
} as const;

const failures = {
  400: oauthFailure("The request is not valid; never a redirect"),
  404: oauthFailure("No such provider"),
  503: oauthFailure("The provider is not reachable"),
};

const start = endpoint(
  {
    ...common,
    method: "get",
    path: "/oauth2/auth/:provider",
    changesState: true,
    summary: "Send a user to sign in at an upstream provider",
    description:
      "The client gets a code, as from the authorization endpoint. The provider has to know the callback `{issuer}/code/{provider}`.",
    query: z
      .object({
        response_type: field.meta({ example: "code" }),
        client_id: field.meta({ example: "web-app" }),
        redirect_uri: field.meta({ example: "https://app.example.com/callback" }),
        scope: field.meta({ example: "openid profile" }),
        state: field,
        response_mode: field.meta({ description: "`query`, or `form_post`", example: "form_post" }),
        nonce: field,
        code_challenge: field,
        code_challenge_method: field.meta({ description: "`S256`, or `plain` unless refused" }),
        resource: z.array(z.string()).optional().meta({ description: "RFC 8707, repeatable" }),
        prompt: field.meta({
          description: "As at the authorization endpoint; passed on where the record says so",
        }),
        max_age: field.meta({ description: "Seconds since the sign-in at the provider, at most" }),
        acr_values: field.meta({ description: "Levels of which one is asked for: `mfa`, `phr`" }),
        claims: field.meta({ description: "Claims by name, as JSON (OpenID Connect Core §5.5)" }),
        login_hint: field,
        ui_locales: field,
        voluntary: field.meta({
          description:
            "`true`: what is asked of the sign-in is not demanded, as the login page asks",
        }),
      })
      .meta({ id: "UpstreamRequest" }),
    answers: {
      307: { description: "To the provider" },
      ...failures,
      429: oauthFailure("Too many requests of this network or client are pending"),
    },
  },
  async ({ call, request, params: { provider } }) => {
    const { pathname, search, searchParams } = new URL(request.url);
    // The provider answers at the effective origin, so the cookie has to be set there.
    if (call.pageOrigin() !== call.origin) {
      return redirectTo(call, `${call.origin}${pathname}${search}`, 307);
    }
    const { location, cookie } = await startSignIn(call, provider, searchParams);
    return redirectWith(call, location, [cookie], 307);
  },
);

const answerShape = z
  .object({
    code: field,
    state: field,
    iss: field,
    error: field,
    error_description: field,
    given_name: field.meta({ description: "As the form of the provider told it, for display" }),
    family_name: field,
  })
  .meta({ id: "UpstreamAnswer" });

const callback = endpoint(
  {
    ...common,
    method: "get",
    path: "/oauth2/code/:provider",
    changesState: true,
    summary: "Take the answer of an upstream provider",
    query: answerShape,
    answers: {
      200: answerForm,
      302: { description: "To the client with a code or an error, or to the consent page" },
      ...failures,
    },
  },
  async ({ call, request, params: { provider } }) => {
    const { location, cookies } = await finishUpstream(call, provider, request);
    return goOn(call, location, cookies);
  },
);

/** `response_mode=form_post`: browsers send no Lax cookie along, but they do with the GET that follows. */
const formCallback = endpoint(
  {
    ...common,
    method: "post",
    path: "/oauth2/code/:provider",
    summary: "Take the answer of an upstream provider that sends a form",
    body: {
      kind: "form",
      schema: answerShape
        .omit({ given_name: true, family_name: true })
        .extend({
          user: field.meta({ description: "JSON with the person's name, as Apple sends it" }),
        })
        .meta({ id: "UpstreamFormAnswer" }),
      message: "invalid form",
      example: { code: "…", state: "…" },
    },
    answers: { 302: { description: "To the same address with GET" }, 400: failures[400] },
  },
  async ({ call, request }) => {
    const given = await readFormParameters(request);
    const members = ANSWER_MEMBERS.flatMap((name) =>
      given.getAll(name).map((value): [string, string] => [name, value]),
    );
    const name = Object.entries(nameInForm(given.get("user") ?? undefined));
    const { pathname } = new URL(request.url);
    return redirectTo(call, `${pathname}?${new URLSearchParams([...members, ...name])}`);
  },
);

export const upstreamEndpoints: readonly Endpoint[] = [start, callback, formCallback];
