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
      description: "Registered clients expire after this time; empty keeps them forever.",
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
      description:
        "What every registered client may ask for later, in addition to what it registered.",
    }),
    max_clients: integer({ fallback: 1000, defaultBelow: 1, most: 100_000 }).meta({
      title: "Maximum number of clients",
    }),
    redirect_schemes: redirectSchemes.meta({
      title: "Redirect schemes",
      description: "Schemes without a dot that applications may register for themselves.",
    }),
    require_initial_token: flag().meta({
      title: "Require an initial access token",
      description: "Only programs with a token from an administrator may register.",
    }),
    remember_consent: flag().meta({
      title: "Remember consent",
      description:
        "For clients that registered themselves, people are asked once, as with consent: remember of a client; otherwise at every sign-in.",
    }),
    requests: attemptLimits({
      counted: "Registrations and changes to them",
      account: "one registered client",
      ...{ per_account: 20, per_network: 100, window: "15m" },
    }).meta({ title: "Requests" }),
    documents: section({
      disabled: flag().meta({
        title: "Disabled",
        description: "A URL is not accepted as a client ID, except for stored records.",
      }),
      allow_hosts: hosts().meta({
        title: "Allowed hosts",
        description:
          "Only documents of these hosts; *.example.com means every host below it. Empty: all.",
      }),
      deny_hosts: hosts().meta({
        title: "Denied hosts",
        description: "No documents of these hosts, even if they are allowed.",
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
