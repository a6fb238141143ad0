/** `session_providers` namespace: the catalog that sessions read, with groups (auth-wire 4.4). */
import { z } from "zod";
import { namedMap, pathSegment } from "../fields/named-map.ts";
import { namespace } from "../kind.ts";
import { sessionProvider } from "../records/session-provider.ts";

/** Login routes of these names exist, so a provider of such a name could not be reached. */
const ROUTES: ReadonlySet<string> = new Set(["enrollment", "verify", "confirm"]);

const providerKey = (name: string) =>
  ROUTES.has(name) ? "has the name of a login route" : pathSegment(name);

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
    const owners = new Map(Object.keys(value.providers).map((name) => [name, "the top level"]));
    for (const [groupName, { providers: own, inherit }] of Object.entries(value.groups)) {
      const fault = (member: string, name: string, message: string) =>
        context.addIssue({ code: "custom", message, path: ["groups", groupName, member, name] });
      for (const name of Object.keys(own)) {
        const owner = owners.get(name);
        if (owner !== undefined) fault("providers", name, `is already defined in ${owner}`);
        else owners.set(name, `group ${groupName}`);
      }
      for (const name of Object.keys(inherit)) {
        if (Object.hasOwn(own, name)) fault("inherit", name, "is defined in the same group");
        else if (!Object.hasOwn(value.providers, name)) {
          fault("inherit", name, "is not a provider of the top level");
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
