/** Names of what an entry is about, as they are when it is written: later the record may be called otherwise, or be gone. */
import { principalByName } from "../iam/principals/principal.ts";
import type { PrincipalRecord, Snapshot } from "../snapshot/snapshot.ts";
import { displayText } from "../std/display-text.ts";
import type { AuditEntry } from "../store/audit-chain.ts";
import type { Topic } from "../store/tables.ts";

const MAX_NAME_LENGTH = 200;

/** One line of a name or id, whatever was in it: a reader must not take it for more than it is. */
export const oneLine = (text: string): string => displayText(text, MAX_NAME_LENGTH);

type Who = Required<Pick<AuditEntry, "principal_kind" | "principal_id" | "principal">>;

export const who = (kind: string, id: string, name: string): Who => ({
  ...{ principal_kind: kind, principal_id: oneLine(id), principal: oneLine(name) },
});

const kindOf = ({ service_account }: PrincipalRecord) =>
  service_account ? "service_account" : "user";

/** @param id of a principal */
export function principalOfId(snapshot: Snapshot, id: string): Who {
  const one = snapshot.principals.get(id);
  return one ? who(kindOf(one), id, one.alias[0] ?? id) : who("unknown", id, id);
}

/** By the name that a change has: of a principal or a client, else of a part of the service. */
export function writerOf(snapshot: Snapshot, name: string): Who {
  const one = principalByName(snapshot, name);
  if (one) return who(kindOf(one), one.id, one.alias[0] ?? one.id);
  if (snapshot.oauth_clients.has(name))
    return who("client", name, nameOf(snapshot, "oauth_clients", name));
  return who(name === "unknown" ? "unknown" : "system", "", name);
}

/** What a record is called; its id where it has no name. */
export function nameOf(snapshot: Snapshot, topic: Topic, id: string): string {
  const name = () => {
    switch (topic) {
      case "users":
      case "totp":
        return snapshot.principals.get(id)?.alias[0];
      case "roles":
      case "permissions":
      case "api_keys":
        return snapshot[topic].get(id)?.name;
      case "oauth_clients":
        return textIn(snapshot.oauth_clients.get(id)?.stored, "client_name");
      case "oauth_providers":
      case "ldap_configs":
      case "saml_providers":
      case "webhooks":
        return textIn(snapshot[topic].get(id)?.stored, "name");
      default:
        return undefined;
    }
  };
  return oneLine(name() || id);
}

function textIn(document: Readonly<Record<string, unknown>> | undefined, member: string) {
  const value = document?.[member];
  return typeof value === "string" ? value : undefined;
}
