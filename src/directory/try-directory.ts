/** Tries a directory step by step and changes nothing: connect, bind, one user, their groups. */

import type { Service } from "../call.ts";
import { type Message, message, messageOf, plain } from "../messages/message.ts";
import type { LdapConnection } from "../runtime/ldap.ts";
import { type Directory, requireRecord } from "./active.ts";
import { ambiguousNames, type Group, namesOf, readGroups, readGroupsOf } from "./groups.ts";
import { bindForSearches, connectTo } from "./open.ts";
import { lookUp, type Person } from "./people.ts";
import { refusedEntry } from "./standing.ts";
import { inStep, type Step, StepFailed } from "./step.ts";

export interface TriedStep {
  readonly step: Step;
  readonly ok: boolean;
  /** What was found, or why not. */
  readonly detail: string;
  /** The same by id, where it is a sentence. */
  readonly message?: Message;
}

async function tryUser(open: LdapConnection, { config }: Directory, name: string): Promise<Person> {
  return inStep("user", async () => {
    const person = await lookUp(open, config, name);
    if (person) return person;
    const { user_base_dn: base } = config;
    throw new StepFailed(
      "user",
      base === ""
        ? message("ldap.no_user_root", { name })
        : message("ldap.no_user", { name, base }),
    );
  });
}

/** A name that does not tell which group is meant stands with the DN, which a map can be for. */
const shownName = ({ name, dn, ambiguous }: Group): string =>
  ambiguous ? `${name} (one of several of this name: ${dn})` : name;

/** What a sync would find in the groups. Throws where none has a member: then their members are elsewhere. */
function foundIn(groups: readonly Group[], { config }: Directory): string {
  const empty = groups.filter(({ members }) => members.length === 0).length;
  const from = [...new Set(config.groups.flatMap((group) => namesOf(group).members))].join(", ");
  if (empty === groups.length) {
    throw new StepFailed("groups", message("ldap.no_members", { count: empty, attributes: from }));
  }
  const told = empty > 0 ? `, ${empty} of them without members in ${from}` : "";
  const same = ambiguousNames(groups);
  const ambiguous = same.length > 0 ? `; several have the name: ${same.join(", ")}` : "";
  return `${groups.length} groups${told}${ambiguous}`;
}

const protection = ({ config, server }: Directory): Message =>
  /^ldaps:/i.test(server.url)
    ? plain("TLS")
    : config.start_tls
      ? plain("StartTLS")
      : message("ldap.without_tls");

/**
 * The steps in their order, up to the first that fails.
 * @param id a record, enabled or not; the active one when absent
 * @param name username or email; without it the group searches are tried as a sync does them
 */
export async function tryDirectory(
  service: Service,
  id: string | undefined,
  name: string | undefined,
): Promise<readonly TriedStep[]> {
  const directory = requireRecord(service, id);
  const { config } = directory;
  const steps: TriedStep[] = [];
  const noted = (step: Step, ok: boolean, found: Message) =>
    steps.push({ step, ok, detail: found.text, ...(found.id && { message: found }) });
  const passed = (step: Step, found: Message | string) => noted(step, true, messageOf(found));
  let open: LdapConnection | undefined;
  try {
    open = await connectTo(service, directory);
    passed("connect", protection(directory));
    await bindForSearches(open, directory);
    passed("bind", config.bind.username || message("ldap.anonymous"));
    const line = open;
    if (name !== undefined) {
      const person = await tryUser(line, directory, name);
      const refused = refusedEntry(directory, person, service.runtime.clock.now());
      passed("user", refused ? `${person.dn} (${refused} in the directory)` : person.dn);
      const groups = await inStep("groups", () => readGroupsOf(line, config, person));
      passed("groups", groups.map(shownName).join(", ") || message("ldap.no_groups"));
    } else {
      const groups = await inStep("groups", () => readGroups(line, config));
      if (groups.length === 0) throw new StepFailed("groups", message("ldap.no_group"));
      passed("groups", foundIn(groups, directory));
    }
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    noted(error.step, false, error.reason);
  } finally {
    open?.close();
  }
  return steps;
}
