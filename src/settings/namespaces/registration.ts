/** `registration` namespace: clients that register themselves (RFC 7591; G-2, G-4). */

import { z } from "zod";
import { message } from "../../messages/message.ts";
import { validHost } from "../../std/host.ts";
import { scopes } from "../fields/address-field.ts";
import { attemptLimits } from "../fields/attempts-field.ts";
import { optionalDuration } from "../fields/duration-field.ts";
import { checkedList, flag, integer, refuse, section } from "../fields/field.ts";
import { namespace } from "../kind.ts";

/** RFC 3986 §3.1, in lower case. */
const SCHEME = /^[a-z][a-z0-9+-]{1,63}$/;

/** Names without a dot that are in use, although RFC 8252 §7.1 asks for a dot. */
const SCHEMES_IN_USE = ["cursor", "vscode", "vscode-insiders"];

/** Absent: those in use. An empty list allows none. */
const redirectSchemes = z
  .array(z.string())
  .nullish()
  .transform((values, context): readonly string[] => {
    const schemes = (values ?? SCHEMES_IN_USE).map((value) => value.trim().toLowerCase());
    if (schemes.every((scheme) => SCHEME.test(scheme))) return schemes;
    return refuse(context, message("fault.schemes"));
  })
  .meta({ default: SCHEMES_IN_USE });

/** Host names as URLs have them, in lower case; `*.` stands for every one below. */
const hosts = () =>
  checkedList((entry) => {
    const host = entry.toLowerCase();
    const name = host.startsWith("*.") ? host.slice(2) : host;
    return validHost(name) && !/:\d+$/.test(name) ? host : undefined;
  }, message("fault.host_pattern"));

const schema = z
  .object({
    enabled: flag().meta({ title: "Enabled" }),
    client_lifetime: optionalDuration({ least: "1s", rule: "client_lifetime" }).meta({
      title: "Client lifetime",
      description: "Registered clients end after this time; empty keeps them for ever.",
    }),
    default_scope: scopes().meta({
      title: "Default scope",
      description: "Scope of clients that ask for none.",
    }),
    allowed_scopes: scopes().meta({
      title: "Allowed scopes",
      description: "What clients can register; empty allows any scope.",
    }),
    step_up_scopes: scopes().meta({
      title: "Step-up scopes",
      description: "What every registered client may ask for later, beside what it registered.",
    }),
    max_clients: integer({ fallback: 1000, defaultBelow: 1, most: 100_000 }).meta({
      title: "Most clients",
    }),
    redirect_schemes: redirectSchemes.meta({
      title: "Redirect schemes",
      description: "Schemes without a dot that applications may register for themselves.",
    }),
    require_initial_token: flag().meta({
      title: "Require an initial access token",
      description: "Only programs with a token of an administrator may register.",
    }),
    remember_consent: flag().meta({
      title: "Remember consent",
      description:
        "People are asked once by clients that registered themselves, as with the consent remember of a client; otherwise at every sign-in.",
    }),
    requests: attemptLimits({
      counted: "Registrations and their changes",
      account: "one registered client",
      ...{ per_account: 20, per_network: 100, window: "15m" },
    }).meta({ title: "Requests" }),
    documents: section({
      disabled: flag().meta({
        title: "Disabled",
        description: "Client IDs that are URLs are no clients, but for stored records.",
      }),
      allow_hosts: hosts().meta({
        title: "Allowed hosts",
        description:
          "Documents of these hosts alone; *.example.com is every host below. Empty: all.",
      }),
      deny_hosts: hosts().meta({
        title: "Denied hosts",
        description: "No documents of these hosts, also of allowed ones.",
      }),
      fetches: attemptLimits({
        counted: "Documents that have to be fetched",
        account: "one client",
        ...{ per_account: 100, per_network: 300, window: "15m" },
      }).meta({ title: "Fetches" }),
    }).meta({ title: "Client documents" }),
  })
  .meta({ id: "RegistrationSettings", title: "Client registration" });

export const registration = namespace({
  schema,
  example: { enabled: true, client_lifetime: "720h", default_scope: ["openid"] },
});
