/** `email` namespace: the mail relay and the login by mailed code or link (auth-wire 5.16). */

import { z } from "zod";
import { message } from "../../messages/message.ts";
import { validHost } from "../../std/host.ts";
import { attemptLimits } from "../fields/attempts-field.ts";
import { duration, MAX_CODE_LIFETIME } from "../fields/duration-field.ts";
import {
  checkedText,
  flag,
  integer,
  nullableFlag,
  secret,
  section,
  text,
} from "../fields/field.ts";
import { mailTemplate } from "../fields/template-field.ts";
import { namespace } from "../kind.ts";

/** E-5: nothing that is set here may add a header line to a mail. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const CONTROL = /[\u0000-\u001f\u007f]/;

const oneLine = () => checkedText((value) => !CONTROL.test(value), message("fault.one_line"));

const smtp = section({
  host: checkedText(validHost, message("fault.host")).meta({
    title: "Host",
    description: "No email is sent until this is set.",
  }),
  port: integer({ fallback: 0, least: 0, most: 65_535 }).meta({
    title: "Port",
    description: "0 means 465 with TLS, otherwise 587.",
  }),
  username: text().meta({ title: "Username" }),
  password: secret({ title: "Password" }, ["host"]),
  no_auth: flag().meta({ title: "No sign-in", description: "For trusted relays." }),
  starttls: flag().meta({ title: "STARTTLS" }),
  tls: flag().meta({ title: "TLS from the start" }),
  insecure_skip_verify: flag().meta({
    title: "Skip certificate checks",
    description: "For tests only.",
  }),
});

const schema = z
  .object({
    disabled: flag().meta({ title: "Disabled", description: "Sign-in by email is refused." }),
    magic_link: nullableFlag(true).meta({
      title: "Sign-in link",
      description: "Sign-in emails contain a link if the client allows one.",
    }),
    from: oneLine().meta({
      title: "From",
      description: "Address of the sender; empty means the SMTP username.",
    }),
    subject: mailTemplate("Subject (code)"),
    body_template: mailTemplate("Body (code)"),
    magic_link_subject: mailTemplate("Subject (link)"),
    magic_link_body_template: mailTemplate("Body (link)"),
    code_lifetime: duration("15m", {
      least: "1s",
      most: MAX_CODE_LIFETIME,
      rule: "code_lifetime",
    }).meta({ title: "Code lifetime" }),
    attempts: attemptLimits({
      counted: "Wrong codes",
      account: "one address",
      ...{ per_account: 10, per_network: 100, window: "15m" },
    }).meta({ title: "Attempts", description: "Also for codes of signup and reset." }),
    sending: attemptLimits({
      counted: "Emails",
      account: "one address",
      ...{ per_account: 5, per_network: 50, window: "1h" },
    }).meta({ title: "Emails", description: "Emails that can be requested without signing in." }),
    account_changes: flag().meta({
      title: "Changes of an account",
      description:
        "People get an email when a password, passkey, second factor, address, API key or sign-in elsewhere of their account is added, changed or removed.",
    }),
    smtp: smtp.meta({ title: "SMTP relay", description: "Also used by signup and reset." }),
  })
  .meta({ id: "EmailSettings", title: "Email" });

export const email = namespace({
  schema,
  example: {
    from: "Example <id@example.com>",
    subject: "Your code is {{ .Code }}",
    code_lifetime: "15m",
    smtp: { host: "smtp.example.com", port: 587, username: "id", password: "…", starttls: true },
  },
  above: ["warnings", "restored"],
});
