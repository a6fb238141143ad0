/** `session_providers` namespace: the catalog that sessions read, with groups (auth-wire 4.4). */

import { z } from "zod";
import { type Message, message } from "../../messages/message.ts";
import { addFault } from "../fields/field.ts";
import { namedMap, pathSegment } from "../fields/named-map.ts";
import { namespace } from "../kind.ts";
import { sessionProvider } from "../records/session-provider.ts";

/** Login routes of these names exist, so a provider of such a name could not be reached. */
const ROUTES: ReadonlySet<string> = new Set(["enrollment", "verify", "confirm"]);

const providerKey = (name: string) =>
  ROUTES.has(name) ? message("fault.name.route") : pathSegment(name);

const providers = () => namedMap(sessionProvider, providerKey);

/** Strict, unlike everything else: a credential written here would look as if it were in use. */
const inherited = z.strictObject({
  hide: z.boolean().optional().meta({ title: "Hide on the login page" }),
});

const group = z.object({
  providers: providers().meta({ title: "Own providers" }),
  inherit: namedMap(inherited).meta({
    title: "Inherited providers",
    description: "References to providers of the top level.",
  }),
});

const schema = z
  .object({
    providers: providers().meta({ title: "Providers" }),
    groups: namedMap(group, pathSegment).meta({ title: "Groups" }),
  })
  .superRefine((value, context) => {
    const owners = new Map<string, Message>(
      Object.keys(value.providers).map((name) => [name, message("fault.provider_taken")]),
    );
    for (const [groupName, { providers: own, inherit }] of Object.entries(value.groups)) {
      const fault = (member: string, name: string, reason: Message) =>
        addFault(context, reason, ["groups", groupName, member, name]);
      const taken: Message = message("fault.provider_taken_group", { group: groupName });
      for (const name of Object.keys(own)) {
        const owned = owners.get(name);
        if (owned) fault("providers", name, owned);
        else owners.set(name, taken);
      }
      for (const name of Object.keys(inherit)) {
        if (Object.hasOwn(own, name)) fault("inherit", name, message("fault.provider_same_group"));
        else if (!Object.hasOwn(value.providers, name)) {
          fault("inherit", name, message("fault.provider_unknown"));
        }
      }
    }
  })
  .meta({ id: "SessionProvidersSettings", title: "Session providers" });

export const session_providers = namespace({
  schema,
  example: {
    providers: {
      main: {
        name: "Company account",
        auth_middleware: "auth",
        password_flow: true,
        x_user: ["preferred_username"],
        oauth2: { client_id: "web-app", client_secret: "…", scopes: ["openid", "profile"] },
      },
    },
    groups: { partners: { inherit: { main: { hide: true } } } },
  },
  above: ["warnings", "restored"],
});
