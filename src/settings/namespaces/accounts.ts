/** `accounts` namespace: how accounts begin, and what people change of their own. */
import { z } from "zod";
import { attemptLimits } from "../fields/attempts-field.ts";
import { duration, MAX_CODE_LIFETIME } from "../fields/duration-field.ts";
import { flag, integer, section } from "../fields/field.ts";
import { mailTemplate } from "../fields/template-field.ts";
import { namespace } from "../kind.ts";

const invitation = section({
  lifetime: duration("168h", { least: "1m", most: MAX_CODE_LIFETIME }).meta({
    title: "Lifetime",
    description: "How long an invitation can be accepted.",
  }),
  per_minute: integer({ fallback: 60, least: 1, most: 1_000 }).meta({
    title: "Emails a minute",
    description:
      "For invitations that wait in a line: those of an import, and of people chosen in the list of users.",
  }),
  sending: attemptLimits({
    counted: "Invitation emails",
    account: "one address",
    ...{ per_account: 5, per_network: 1_000, window: "24h", everywhere: true },
  }).meta({ title: "Emails" }),
  subject: mailTemplate("Subject"),
  body_template: mailTemplate("Body"),
});

const self_service = section({
  name: flag().meta({ title: "Name" }),
  address: flag().meta({
    title: "Address",
    description: "With a code that is sent to the new address; the old one is notified.",
  }),
  language: flag().meta({
    title: "Language",
    description: "Of mails that they did not ask for themselves, and for applications.",
  }),
  picture: flag().meta({
    title: "Picture",
    description: "An https address, or an image of at most 64 KiB; for applications.",
  }),
  deletion: flag().meta({ title: "Delete the account" }),
});

const schema = z
  .object({
    invitation: invitation.meta({
      title: "Invitations",
      description: "Emails with which administrators invite people.",
    }),
    self_service: self_service.meta({
      title: "Own account",
      description: "What people can change in their own account.",
    }),
  })
  .meta({ id: "AccountsSettings", title: "Accounts" });

export const accounts = namespace({
  schema,
  example: { invitation: { lifetime: "7d" } },
});
