/** POST {prefix}/oauth2/signup, …/password-reset and their second steps (auth-wire 5.16; L-D4). */
import { z } from "zod";
import { accountActions } from "../../oauth2/signup/account.ts";
import type { AccountAction } from "../../oauth2/signup/request.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { payload, payloadAnswer } from "../endpoint/envelope.ts";
import { badRequest, unavailable } from "../endpoint/failures.ts";
import { clientForm, credentialsOf } from "./client-form.ts";

const text = z.string().optional();
const client = clientForm;
const redirect_uri = text.meta({
  description:
    "Where the link of the mail leads: it gets `code`. It must be below `whitelist_urls` of the client, or in its `redirect_uris`; else the link leads to the login page that asked, or the mail has a code alone.",
});

const answer = z.object({ message: z.string() }).meta({ id: "AccountMessage" });
const signupAnswer = z
  .object({ message: z.string(), verification_required: z.boolean() })
  .meta({ id: "SignupAnswer" });

const failure = (description: string) => ({ ...unavailable[503], description });
const limited = { 429: failure("Too many requests or wrong codes; `Retry-After`") };
const notClient = { 401: failure("The client did not authenticate") };
const notCode = { 401: failure("The code is unknown, used, ended by another one or expired") };
const notMailed = { 503: failure("No mail relay is configured, or the service is unavailable") };

interface Step {
  readonly action: AccountAction;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly schema: z.ZodObject;
  readonly example: Readonly<Record<string, string>>;
  readonly answers: Endpoint["answers"];
}

const CODE = "0".repeat(48);
const CLIENT = { client_id: "web-app", client_secret: "…" };
const PAGE = "https://id.example.com/login/";

const steps: readonly Step[] = [
  {
    action: "signup",
    path: "/oauth2/signup",
    summary: "Sign up",
    description:
      "With `signup.email_verification` the answer is the same for every address, and the account exists when the mailed code comes back. Without it the account exists at once, and an address that is taken is 409.",
    schema: z
      .object({ ...client, email: text, password: text, name: text, redirect_uri })
      .meta({ id: "SignupRequest" }),
    example: {
      ...CLIENT,
      email: "ada@example.com",
      password: "correct horse",
      name: "Ada",
      redirect_uri: `${PAGE}?flow=verify`,
    },
    answers: {
      200: {
        ...payloadAnswer(signupAnswer),
        example: {
          payload: {
            message: "if this address can be used, a mail with a code is on its way",
            verification_required: true,
          },
        },
      },
      ...notClient,
      403: failure("Signup is disabled"),
      409: failure("The account exists already (without verification)"),
      ...notMailed,
    },
  },
  {
    action: "signup-verify",
    path: "/oauth2/signup/verify",
    summary: "Confirm the address of a signup",
    description: "The code is the proof: no client credentials are needed.",
    schema: z.object({ code: text }).meta({ id: "SignupCode" }),
    example: { code: CODE },
    answers: {
      200: {
        ...payloadAnswer(answer),
        example: { payload: { message: "email verified, you can now sign in" } },
      },
      ...notCode,
      403: failure("Signup is disabled"),
      409: failure("The account exists by now"),
      ...unavailable,
    },
  },
  {
    action: "password-reset",
    path: "/oauth2/password-reset",
    summary: "Ask for a code that replaces a forgotten password",
    description:
      "The same answer for every address; enabled local users with this alias get a mail.",
    schema: z.object({ ...client, email: text, redirect_uri }).meta({ id: "PasswordResetRequest" }),
    example: { ...CLIENT, email: "ada@example.com", redirect_uri: `${PAGE}?flow=reset` },
    answers: {
      200: {
        ...payloadAnswer(answer),
        example: {
          payload: { message: "if there is an account with this address, a mail is on its way" },
        },
      },
      ...notClient,
      403: failure("Password reset is disabled"),
      ...notMailed,
    },
  },
  {
    action: "password-reset-confirm",
    path: "/oauth2/password-reset/confirm",
    summary: "Replace a forgotten password",
    description:
      "The code is the proof: no client credentials are needed. Every session and refresh token of the user ends, and so does every other code.",
    schema: z.object({ code: text, password: text }).meta({ id: "PasswordResetCode" }),
    example: { code: CODE, password: "a much better password" },
    answers: {
      200: { ...payloadAnswer(answer), example: { payload: { message: "password updated" } } },
      ...notCode,
      403: failure("Password reset is disabled"),
      ...unavailable,
    },
  },
];

type Fields = Readonly<Record<string, string | undefined>>;

export const signupEndpoints: readonly Endpoint[] = steps.map((step) =>
  endpoint<unknown, unknown, Fields>(
    {
      method: "post",
      path: step.path,
      plane: "client",
      family: "service",
      tag: "Accounts",
      summary: step.summary,
      description: step.description,
      body: {
        kind: "form or json",
        schema: step.schema as unknown as z.ZodType<Fields>,
        message: "cannot decode request",
        example: step.example,
      },
      answers: { ...step.answers, ...badRequest, ...limited },
    },
    async ({ call, request, body }) => {
      const credentials = credentialsOf(request, body);
      return payload(await accountActions[step.action](call, { ...body, credentials }));
    },
  ),
);
