/** {prefix}/v1/email: how mails look, and whether they arrive (auth-wire 5.16). */
import { z } from "zod";
import { type Call, now } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { countRequest } from "../../iam/attempts.ts";
import { ACCOUNT_MAIL_KINDS } from "../../mail/mail.ts";
import { outboxOf, reasonOf } from "../../mail/outbox.ts";
import { previewMail } from "../../mail/preview.ts";
import { requireDelivery } from "../../mail/relay.ts";
import { type Message, messageAt, message as sentence } from "../../messages/message.ts";
import { readTarget } from "../../oauth2/clients/redirect-target.ts";
import { configuredOrigin } from "../../options/configured-origin.ts";
import { acceptSetting, namespaces, type Settings } from "../../settings/index.ts";
import { canonicalAlias } from "../../std/canonical-alias.ts";
import { mailAddress } from "../../std/email-address.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import {
  payload,
  payloadAnswer,
  serviceMessage,
  serviceMessageAnswer,
} from "../endpoint/envelope.ts";
import { adminFailures, badRequest } from "../endpoint/failures.ts";

const TAG = "Mail";
const text = z.string().nullish();

const previewBody = z.object({
  settings: z.unknown().optional(),
  email: text,
  code: text,
  client_id: text,
  redirect_uri: text,
  kind: z
    .enum(["login", ...ACCOUNT_MAIL_KINDS])
    .optional()
    .meta({
      description: "Absent: the mail to sign in with; others tell of a change of an account",
    }),
});

const described = previewBody
  .extend({ settings: namespaces.email.schema })
  .meta({ id: "EmailPreviewRequest" });

const preview = z
  .object({
    subject: z.string(),
    body: z.string().meta({ description: "The part `text/plain`" }),
    html: z.string().meta({ description: "The part `text/html`" }),
    magic_link: z.string().optional(),
    data: z
      .object({
        email: z.string(),
        name: z.string(),
        code: z.string(),
        magic_link: z.string(),
        expires_in: z.string(),
        client_id: z.string(),
        redirect_uri: z.string(),
        user_id: z.string(),
        user_alias: z.array(z.string()),
      })
      .meta({ description: "What the templates saw" }),
  })
  .meta({ id: "EmailPreview" });

const invalidRequest = (
  message: string,
  detail?: string | Message,
  messages?: readonly Message[],
) => new AuthError("invalid_request", message, { detail, messages });

/** Unsaved settings under the rules of saving; faults of templates read as those of rendering. */
function readSettings(value: unknown): Settings["email"] {
  const parsed = acceptSetting("email", value ?? {});
  if (parsed.ok) return parsed.value;
  const { rule, detail, messages } = parsed;
  if (rule === "code_lifetime") {
    throw invalidRequest("invalid code_lifetime", detail, messages);
  }
  const rendering = rule === "template";
  const text = rendering ? "cannot render email preview" : "cannot decode email preview";
  throw invalidRequest(text, detail, messages);
}

/** Any web address: whether a client allows it is asked when a mail is sent. */
function linkTo(redirectUri: string, code: string): string | undefined {
  if (redirectUri === "") return undefined;
  const target = readTarget(redirectUri);
  if (!target || target.host === "") {
    throw invalidRequest(
      "cannot decode email preview",
      messageAt("redirect_uri", sentence("fault.web")),
    );
  }
  const url = new URL(target.text);
  url.searchParams.set("code", code);
  return url.href;
}

function hostOf({ snapshot, service }: Call): string | undefined {
  const origin = configuredOrigin(snapshot, service.options);
  return origin === undefined ? undefined : new URL(origin).host;
}

const SAMPLE = {
  email: "user@example.com",
  name: "",
  code: "123456",
  magic_link: "",
  expires_in: "15m0s",
  client_id: "",
  redirect_uri: "",
  user_id: "",
  user_alias: [],
};

/** What a mail about a change of an account says. */
const changeSample = (call: Call) => ({
  link: `${call.origin}${call.service.options.prefix_path}/ui/account`,
  change: {
    at: now(call),
    ...{ browser: "Firefox on Linux", network: "203.0.113.*", name: "Laptop" },
  },
});

const previewEndpoint = endpoint<unknown, unknown, z.output<typeof previewBody>>(
  {
    method: "post",
    path: "/v1/email/preview",
    plane: "admin",
    family: "service",
    tag: TAG,
    summary: "Render a mail by settings that are not saved",
    description:
      "With `redirect_uri` it is the mail with a link. Templates of signup are previewed as `subject` and `body_template`.",
    body: {
      kind: "json",
      schema: previewBody,
      described,
      message: "cannot decode email preview",
      example: { settings: { subject: "Your code is {{ .Code }}" } },
    },
    answers: {
      200: {
        ...payloadAnswer(preview),
        example: {
          payload: {
            subject: "Your code is 123456",
            body: "Sign in to Example\n…",
            html: "<!doctype html>…",
            data: SAMPLE,
          },
        },
      },
      ...badRequest,
      ...adminFailures,
    },
  },
  ({ call, body }) => {
    const email = readSettings(body.settings);
    const code = body.code || SAMPLE.code;
    const redirect_uri = body.redirect_uri ?? "";
    const link = linkTo(redirect_uri, code);
    const values = {
      ...{ code, link, redirect_uri, lifetime: email.code_lifetime },
      client_id: body.client_id ?? "",
    };
    const { signup, accounts } = call.snapshot.settings;
    const settings = { email, signup, accounts, branding: call.branding() };
    const { kind = "login" } = body;
    const mail = {
      ...{ kind, to: body.email || SAMPLE.email, language: call.language() },
      values: kind === "login" ? values : changeSample(call),
    };
    const { data, ...parts } = previewMail(mail, settings, hostOf(call), () => now(call));
    return payload({
      subject: parts.subject,
      body: parts.text,
      html: parts.html,
      ...(link !== undefined && { magic_link: link }),
      data: {
        email: data.Email,
        name: data.Name,
        code: data.Code,
        magic_link: data.MagicLink,
        expires_in: data.ExpiresIn,
        client_id: data.ClientID,
        redirect_uri: data.RedirectURI,
        user_id: data.UserID,
        user_alias: data.UserAlias,
      },
    });
  },
);

const testEndpoint = endpoint(
  {
    method: "post",
    path: "/v1/email/test",
    plane: "admin",
    family: "service",
    tag: TAG,
    summary: "Send a test mail",
    description:
      "By the saved settings, at once and without a second try; waits up to 30 s for the relay. `error` says what it answered.",
    body: {
      kind: "json",
      schema: z.object({ to: z.string() }),
      message: "cannot decode test mail",
      example: { to: "ada@example.com" },
    },
    answers: {
      200: serviceMessageAnswer("mail sent"),
      ...badRequest,
      ...adminFailures,
      429: { description: "Too many mails for this address or from this network; `Retry-After`" },
      503: { ...adminFailures[503], description: "The relay did not take it, or there is none" },
    },
  },
  async ({ call, body: { to } }) => {
    const address = to.trim();
    if (mailAddress(address) === undefined)
      throw invalidRequest("cannot decode test mail", messageAt("to", sentence("fault.email")));
    requireDelivery(call.snapshot.settings.email, call.service.runtime);
    await countRequest(call, "mail", canonicalAlias(address));
    try {
      const mail = { kind: "test", to: address, values: {}, language: call.language() } as const;
      await outboxOf(call.service).sendNow(mail);
    } catch (error) {
      const reason = reasonOf(error);
      throw new AuthError("unavailable", "the mail was not sent", {
        detail: reason.text,
        ...(reason.id && { messages: [reason] }),
      });
    }
    return serviceMessage("mail sent");
  },
);

export const emailAdminEndpoints: readonly Endpoint[] = [previewEndpoint, testEndpoint];
