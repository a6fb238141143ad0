/** GET and POST {prefix}/oauth2/authorize (RFC 6749 §3.1; OpenID Connect Core §3.1.2.1; Z-5). */
import { z } from "zod";
import { authorize } from "../../oauth2/authorize.ts";
import { isPushed, openPushed } from "../../oauth2/pushed-requests.ts";
import { appendQuery } from "../../std/url-query.ts";
import { redirectTo } from "../../web/pages/response.ts";
import { localesQuery } from "../../web/texts/language.ts";
import { readFormParameters } from "../endpoint/body.ts";
import { answerForm } from "../endpoint/client-answer.ts";
import { type Endpoint, endpoint, type Method } from "../endpoint/endpoint.ts";
import { oauthFailure } from "./answers.ts";
import { AUTHORIZATION_EXAMPLE } from "./examples.ts";

const field = z.string().optional();

export const authorizationParameters = z
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
    dpop_jkt: field.meta({ description: "Thumbprint of the client's key (RFC 9449 §10)" }),
    prompt: field.meta({
      description: "`none`, or of `login`, `consent`, `select_account`",
      example: "login",
    }),
    max_age: field.meta({ description: "Seconds since the sign-in, at most", example: "3600" }),
    acr_values: field.meta({
      description: "Levels of which one is asked for: `mfa`, `phr`",
      example: "phr mfa",
    }),
    id_token_hint: field.meta({
      description:
        "An ID token of this client; it may have expired. Another user is `login_required`",
    }),
    claims: field.meta({ description: "Claims by name, as JSON (OpenID Connect Core §5.5)" }),
    login_hint: field.meta({ description: "Username that the login page fills in" }),
    ui_locales: field.meta({
      description: "Languages of the pages, the most wanted first: `en`, `de`",
      example: "de",
    }),
    resource: z.array(z.string()).optional().meta({ description: "RFC 8707, repeatable" }),
    request_uri: field.meta({
      description: "Of a pushed request (RFC 9126); beside it `client_id` alone is read",
    }),
  })
  .meta({ id: "AuthorizationRequest" });

const common = {
  path: "/oauth2/authorize",
  plane: "public",
  family: "authorization",
  tag: "OAuth 2.0",
  summary: "Send a user to sign in and consent",
  description:
    "Errors go back to the client once client and redirect target are verified; before that they are a page for browsers and JSON for everybody else.",
  readsItself: true,
  answers: {
    200: answerForm,
    302: { description: "To the consent page, or to the client with an error" },
    400: oauthFailure("Unknown client or redirect target; never a redirect"),
    404: oauthFailure("The endpoint is disabled"),
    429: oauthFailure("Too many requests of this network or client are pending; never a redirect"),
    503: oauthFailure("Temporarily unavailable"),
  },
} as const;

const authorization = (method: Method, described: Partial<Endpoint>): Endpoint =>
  endpoint({ ...common, ...described, method }, async ({ call, request }) => {
    const given =
      method === "get" ? new URL(request.url).searchParams : await readFormParameters(request);
    const { flow, parameters } = isPushed(given)
      ? await openPushed(call, given)
      : { flow: await authorize(call, given), parameters: given };
    const page = `${call.service.options.prefix_path}/oauth2/consent?flow=${flow}`;
    return redirectTo(call, appendQuery(page, localesQuery(parameters)));
  });

export const authorizeEndpoints: readonly Endpoint[] = [
  authorization("get", { query: authorizationParameters, changesState: true }),
  authorization("post", {
    body: {
      kind: "form",
      schema: authorizationParameters,
      message: "invalid form",
      example: AUTHORIZATION_EXAMPLE,
    },
  }),
];
