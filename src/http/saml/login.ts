/** GET {prefix}/saml/{provider}/login: to the identity provider (auth-wire 6.2). */
import { z } from "zod";
import { startSamlLogin } from "../../federation/saml/start.ts";
import { goOnWithSamlTest } from "../../federation/saml/test-provider.ts";
import { answerForm, sendToProvider } from "../endpoint/client-answer.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { samlFailures } from "./answers.ts";

const field = z.string().optional();

const query = z
  .object({
    client_id: field.meta({ example: "web-app" }),
    redirect_uri: field.meta({ example: "https://app.example.com/callback" }),
    state: field,
    response_mode: field.meta({ description: "`query`, or `form_post`", example: "form_post" }),
    scope: field.meta({ example: "openid profile" }),
    nonce: field,
    code_challenge: field.meta({ description: "RFC 7636; required for public clients" }),
    code_challenge_method: field.meta({ description: "`S256`, or `plain` unless refused" }),
    test: field.meta({ description: "Of a test that an administrator began, and nothing else" }),
    dpop_jkt: field.meta({ description: "Thumbprint of the client's key (RFC 9449 §10)" }),
  })
  .meta({ id: "SamlLoginRequest" });

export const samlLoginEndpoint: Endpoint = endpoint(
  {
    method: "get",
    path: "/saml/:provider/login",
    plane: "public",
    family: "sign-in",
    tag: "SAML",
    summary: "Send a user to sign in at a SAML provider",
    description:
      "`client_id` and `redirect_uri` are required. The browser comes back to `redirect_uri` with `code`, `state` and `iss`, as from the authorization endpoint.",
    params: z.object({ provider: z.string() }),
    query,
    changesState: true,
    answers: {
      200: {
        ...answerForm,
        description: "A form that posts itself, for a provider that takes requests in no other way",
      },
      307: { description: "To the identity provider" },
      ...samlFailures,
    },
  },
  async ({ call, params: { provider }, query: { test, ...login }, request }) => {
    if (test) return sendToProvider(call, await goOnWithSamlTest(call, provider, test));
    const { to, cookie } = await startSamlLogin(call, provider, login, request);
    return sendToProvider(call, to, [cookie]);
  },
);
