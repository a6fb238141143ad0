/** POST {prefix}/oauth2/email: a code for signing in, by mail (auth-wire 5.16; K-1, E-6). Forms and JSON. */
import { z } from "zod";
import { askForEmailCode } from "../../oauth2/email-sign-in/ask.ts";
import { json } from "../../web/reply.ts";
import { endpoint } from "../endpoint/endpoint.ts";
import { oauthFailure } from "./answers.ts";
import { clientForm, credentialsOf } from "./client-form.ts";

const text = z.string().optional();

const body = z
  .object({
    username: text.meta({ description: "The address", example: "ada@example.com" }),
    ...clientForm,
    scope: text.meta({ description: "Space separated; holds unless the redemption names another" }),
    redirect_uri: text.meta({
      description:
        "Where the link of the mail leads; it gets `code`. It must be in `redirect_uris` or below `whitelist_urls` of the client; else the mail has a code to type and no link.",
    }),
  })
  .meta({ id: "EmailCodeRequest" });

const MESSAGE = "if there is an account with this address, a mail is on its way";

export const emailEndpoint = endpoint(
  {
    method: "post",
    path: "/oauth2/email",
    plane: "client",
    family: "oauth",
    tag: "OAuth 2.0",
    summary: "Mail a code to sign in with",
    description:
      "The same answer for every address. An enabled user with this alias gets a mail with a code, and a link where the client allows its target. The code, or that of the link, is redeemed at the token endpoint with `grant_type=email_code` by the same client. Confidential clients only.",
    body: {
      kind: "form or json",
      schema: body,
      message: "invalid body",
      example: {
        username: "ada@example.com",
        client_id: "web-app",
        client_secret: "…",
        redirect_uri: "https://app.example.com/login/",
      },
    },
    answers: {
      200: {
        description: "Whether there is an account or not",
        schema: z.object({ message: z.string() }),
        example: { message: MESSAGE },
      },
      400: oauthFailure("No address, or sign-in by mail is off"),
      401: oauthFailure("The client did not authenticate"),
      429: oauthFailure("Too many mails for this address or from this network; `Retry-After`"),
      503: oauthFailure("Mail cannot be sent here, or too many mails are waiting"),
    },
  },
  async ({ call, request, body }) => {
    const { username, scope, redirect_uri } = body;
    const credentials = credentialsOf(request, body);
    return json(await askForEmailCode(call, { username, scope, redirect_uri, credentials }));
  },
);
