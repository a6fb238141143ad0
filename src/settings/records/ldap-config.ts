/** The config of an LDAP record: server, bind, search bases, sync period (auth-wire 4.3, 6.1). */

import { z } from "zod";
import { message } from "../../messages/message.ts";
import { validHost } from "../../std/host.ts";
import { isAttributeName, isFilter } from "../../std/ldap-filter.ts";
import { duration, MAX_TIMER } from "../fields/duration-field.ts";
import {
  checkedList,
  checkedText,
  choice,
  flag,
  list,
  secret,
  section,
  text,
} from "../fields/field.ts";
import { configKind } from "../kind.ts";

/** The name of an attribute; empty means the one that is usual for its place. */
const attribute = (fallback = "") =>
  checkedText(isAttributeName, message("fault.attribute", { example: "uid" }), fallback);

const filter = () => checkedText(isFilter, message("fault.filter"));

const group = z.object({
  base_dn: text().meta({ title: "Base DN", examples: ["ou=groups,dc=example,dc=com"] }),
  filter: filter().meta({ title: "Filter", examples: ["(objectClass=groupOfNames)"] }),
  attributes: list(["cn", "member", "uniqueMember", "memberUid", "description"]).meta({
    title: "Attributes",
    description: "Those that are read: for the name, the members and the description.",
  }),
  name_attribute: attribute().meta({
    title: "Attribute of the name",
    description: "Default: `cn`.",
    examples: ["displayName"],
  }),
  member_attribute: attribute().meta({
    title: "Attribute of the members",
    description:
      "By default those of `attributes` that are `member`, `uniqueMember` or `memberUid`. Values are DNs, those of `memberUid` usernames.",
    examples: ["uniqueMember"],
  }),
  description_attribute: attribute().meta({
    title: "Attribute of the description",
    description: "Default: `description`.",
    examples: ["info"],
  }),
});

const userAttributes = section({
  uid: attribute("uid").meta({
    title: "Username",
    description: "`sAMAccountName` in Active Directory.",
  }),
  sign_in: checkedList(
    (name) => (name !== "" && isAttributeName(name) ? name : undefined),
    message("fault.attribute", { example: "userPrincipalName" }),
  ).meta({
    title: "Other names at sign-in",
    description:
      "Attributes in which a name is looked for, in order, when it is not a username: `userPrincipalName` in Active Directory. Choose attributes that people cannot change.",
    examples: ["userPrincipalName"],
  }),
  email: attribute("mail").meta({ title: "Email" }),
  name: attribute().meta({
    title: "Full name",
    description: "By default the first of `gecos`, `displayName` and `cn` that has a value.",
    examples: ["displayName"],
  }),
  given_name: attribute("givenName").meta({ title: "Given name" }),
  family_name: attribute("sn").meta({ title: "Family name" }),
});

/** `ldap://host[:port]` or `ldaps://…`, without anything behind it. */
export function isLdapAddress(text: string): boolean {
  const match = /^ldaps?:\/\/([^/?#@\s]+)\/?$/i.exec(text);
  return match !== null && validHost(match[1] ?? "");
}

const PEM = /^(?:-----BEGIN CERTIFICATE-----\s[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)+$/;

const isCertificates = (text: string): boolean => text.length <= 200_000 && PEM.test(text);

export const LDAP_ADDRESS = message("fault.ldap_address");

export const ldapConfig = z
  .object({
    addr: checkedText(isLdapAddress, LDAP_ADDRESS).meta({
      title: "Address",
      description: "Records without an address are not used.",
      examples: ["ldaps://directory.example.com:636"],
    }),
    bind: section({
      username: text().meta({
        title: "Bind DN",
        examples: ["cn=reader,dc=example,dc=com"],
      }),
      password: secret({ title: "Bind password" }, ["addr"]),
    }).meta({ title: "Bind for searches" }),
    start_tls: flag().meta({
      title: "StartTLS",
      description: "TLS over `ldap://`, before anything else is sent.",
    }),
    ca: checkedText(isCertificates, message("fault.certificates_pem")).meta({
      title: "Certificate authority",
      description: "PEM. If set, only these certificates are trusted.",
      examples: ["-----BEGIN CERTIFICATE----- …"],
    }),
    allow_plain: flag().meta({
      title: "Without TLS",
      description: "Passwords are sent over `ldap://` without encryption.",
    }),
    user_base_dn: text().meta({
      title: "User base DN",
      examples: ["ou=people,dc=example,dc=com"],
    }),
    user_filter: filter().meta({
      title: "User filter",
      description: "Only entries that match it are users.",
      examples: ["(objectClass=inetOrgPerson)"],
    }),
    user_attributes: userAttributes.meta({ title: "Attributes of users" }),
    id_attribute: attribute().meta({
      title: "Attribute of the ID",
      description:
        "Its values are never given to another person, and people cannot change them. By default the first of `objectGUID`, `entryUUID` and `nsUniqueId` that an entry has.",
      examples: ["entryUUID"],
    }),
    groups: z
      .array(group)
      .nullish()
      .transform((groups) => groups ?? [])
      .meta({ default: [] })
      .meta({ title: "Group searches" }),
    sync_duration: duration("10m", { least: "1s", most: MAX_TIMER }).meta({
      title: "Sync interval",
    }),
    leavers: choice(["disable", "keep"], "disable").meta({
      title: "People who have left",
      description:
        "`disable` refuses people everywhere once they are no longer in the directory, or are disabled there, until a sync finds them again. `keep` only ends their sign-in through the directory.",
    }),
    disable_sync: flag().meta({ title: "No periodic sync" }),
  })
  .meta({ id: "LdapConfig", title: "LDAP directory" });

export const ldap_configs = configKind({
  schema: ldapConfig,
  example: {
    id: "directory",
    config: {
      addr: "ldaps://directory.example.com:636",
      bind: { username: "cn=reader,dc=example,dc=com", password: "…" },
      user_base_dn: "ou=people,dc=example,dc=com",
      groups: [
        { base_dn: "ou=groups,dc=example,dc=com", filter: "(objectClass=groupOfUniqueNames)" },
      ],
      sync_duration: "10m",
    },
  },
  route: { path: "/v1/ldap/configs", tag: "LDAP", noun: "LDAP config" },
  above: ["warnings"],
});

type Way = Pick<z.output<typeof ldapConfig>, "addr" | "start_tls" | "allow_plain">;

/** Whether the way to the directory is without TLS. */
export const isPlain = ({ addr, start_tls }: Omit<Way, "allow_plain">): boolean =>
  /^ldap:/i.test(addr) && !start_tls;

/** The same where no administrator has allowed it (D-2): then the directory is not asked. */
export const isUnprotected = (way: Way): boolean => isPlain(way) && !way.allow_plain;
