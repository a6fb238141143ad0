/** `oauth2` namespace: the public origin of the OAuth surface (spec, H-4; auth-wire 5.3). */

import { z } from "zod";
import { message } from "../../messages/message.ts";
import { parseInternalHost } from "../../std/internal-hosts.ts";
import { parseOrigin } from "../fields/address-field.ts";
import { addFault, checkedList, choice, flag, optionalText } from "../fields/field.ts";
import { namespace } from "../kind.ts";

const schema = z
  .object({
    base_url: optionalText()
      .transform((value) => value?.trim() ?? "")
      .meta({ default: "" })
      .meta({
        title: "Base URL",
        description:
          "Origin under which this service is reached, for example https://id.example.com. While it is empty, the origin comes from each request.",
      }),
    schema: choice(["https", "http"], "https").meta({
      title: "Scheme",
      description: "Put in front of a base URL that has none.",
    }),
    origins: checkedList(
      parseOrigin,
      message("fault.origin_such_as", { example: "https://id.example.com" }),
    )
      .meta({ default: [] })
      .meta({
        title: "Further origins",
        description:
          "Origins besides the base URL at which a browser may sign in, for example https://login.example.org. They are not needed without a base URL.",
      }),
    insecure_skip_verify: flag().meta({
      title: "Skip certificate checks",
      description: "Accept any certificate of upstream providers. For tests only.",
    }),
    internal_hosts: checkedList(parseInternalHost, message("fault.internal_host"))
      .meta({ default: [] })
      .meta({
        title: "Internal hosts",
        description:
          "Host names, addresses and networks of sign-in providers inside your own network, for example keycloak.internal or 10.20.0.0/16. Providers elsewhere must be at public addresses and use https.",
      }),
    require_registered_redirects: flag().meta({
      title: "Require registered redirects",
      description:
        "Refuse sign-in at other providers for clients with neither redirect_uris nor whitelist_urls, instead of accepting every target.",
    }),
  })
  .superRefine((value, context) => {
    if (value.base_url === "" || baseOrigin(value) !== undefined) return;
    addFault(context, message("fault.bare_origin"), ["base_url"]);
  })
  .meta({ id: "OAuth2Settings", title: "OAuth2" });

export const oauth2 = namespace({
  schema,
  example: { base_url: "https://id.example.com", require_registered_redirects: true },
  above: ["warnings"],
});

/** The configured origin with its scheme filled in; undefined when none is set. */
export function baseOrigin(settings: {
  readonly base_url: string;
  readonly schema: string;
}): string | undefined {
  const { base_url, schema } = settings;
  if (base_url === "") return undefined;
  return parseOrigin(base_url.includes("://") ? base_url : `${schema}://${base_url}`);
}
