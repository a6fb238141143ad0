/** The config of an LDAP record: server, bind, search bases, sync period (auth-wire 4.3, 6.1). */
import { z } from "zod";
import { validHost } from "../../std/host.ts";
import { duration, LONGEST_TIMER } from "../fields/duration-field.ts";
import { checkedText, flag, list, secret, section, text } from "../fields/field.ts";

const group = z.object({
  base_dn: text().meta({ title: "Base DN" }),
  filter: text().meta({ title: "Filter" }),
  attributes: list(["cn", "uniqueMember", "description"]).meta({ title: "Attributes" }),
});

/** `ldap://host[:port]` or `ldaps://…`, without anything behind it. */
export function isLdapAddress(text: string): boolean {
  const match = /^ldaps?:\/\/([^/?#@\s]+)\/?$/i.exec(text);
  return match !== null && validHost(match[1] ?? "");
}

export const LDAP_ADDRESS = "must be an address such as ldaps://directory.example.com:636";

export const ldapConfig = z
  .object({
    addr: checkedText(isLdapAddress, LDAP_ADDRESS).meta({
      title: "Address",
      description: "Records without an address are not used.",
    }),
    bind: section({
      username: text().meta({ title: "Bind DN" }),
      password: secret({ title: "Bind password" }, ["addr"]),
    }).meta({ title: "Bind for searches" }),
    user_base_dn: text().meta({ title: "User base DN" }),
    groups: z
      .array(group)
      .nullish()
      .transform((groups) => groups ?? [])
      .meta({ default: [] })
      .meta({ title: "Group searches" }),
    sync_duration: duration("10m", { least: "1s", most: LONGEST_TIMER }).meta({
      title: "Sync period",
    }),
    disable_sync: flag().meta({ title: "No periodic sync" }),
  })
  .meta({ id: "LdapConfig", title: "LDAP directory" });
