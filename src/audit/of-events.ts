/** Events as entries of the audit log. One without a mapping does not compile. */
import type { AuthError, ErrorCode } from "../errors.ts";
import type { AuthEvent, Reader } from "../events/events.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { AuditEntry } from "../store/audit-chain.ts";
import type { AuditFacts } from "../store/audit-table.ts";
import type { Topic } from "../store/tables.ts";
import type { AuditAction } from "./actions.ts";
import { nameOf, oneLine, principalOfId, who, writerOf } from "./names.ts";

type Entry = AuditEntry & { readonly action: AuditAction };
type Mapping<E extends AuthEvent> = (event: E, snapshot: Snapshot) => Entry | undefined;
type Mappings = { readonly [T in AuthEvent["type"]]: Mapping<Extract<AuthEvent, { type: T }>> };

interface Told {
  readonly network?: string | undefined;
  readonly agent?: string | undefined;
  readonly request_id?: string | undefined;
}

const from = ({ network, agent, request_id }: Told) => ({
  ...(network && { network: oneLine(network) }),
  ...(agent && { agent: oneLine(agent) }),
  ...(request_id && { request_id: oneLine(request_id) }),
});

const client = (id: string) => ({ client_id: oneLine(id) });

const target = (snapshot: Snapshot, topic: Topic, id: string) => ({
  ...{ target_kind: topic, target_id: oneLine(id), target: nameOf(snapshot, topic, id) },
});

const whoReads = ({ kind, id, name }: Reader) => who(kind, id, name);

const SYSTEM = who("system", "", "system");

/** Refusals that speak of who may do what; the others are faults of a request, and in the log. */
const ABOUT_RIGHTS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "access_denied",
  "forbidden",
  "insufficient_scope",
  "invalid_client",
  "invalid_grant",
  "mfa_required",
  "mfa_setup_required",
  "passkey_required",
  "password_change_required",
  "reauthentication_required",
  "too_many_requests",
  "unauthorized_client",
]);

/** The first proof was right, and something else is asked for: no refusal, but all that is left of a sign-in that stops there. */
const STEPS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "mfa_required",
  "mfa_setup_required",
  "passkey_required",
  "password_change_required",
]);

/** Grants by which a person signs in, or is already. */
const OF_PEOPLE: ReadonlySet<string> = new Set([
  "password",
  "passkey",
  "email_code",
  "authorization_code",
]);

const EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const DEVICE = "urn:ietf:params:oauth:grant-type:device_code";
/** Sign-ins in which the person proved who they are before the request. */
const ENTERING: ReadonlySet<string> = new Set(["authorization_code", DEVICE]);

const textFact = (error: AuthError, name: string): string => {
  const value = error.facts?.[name];
  return typeof value === "string" ? value : "";
};

/** What was said, by its id, for readers of other languages; not where something is filled in, which anyone may have sent. */
function saidBy({ messages: [one] = [], message }: AuthError): AuditFacts {
  const isWhole = one?.values === undefined && one?.at === undefined && one?.reason === undefined;
  return one?.id !== undefined && isWhole && one.text === message ? { said: one.id } : {};
}

/** Whom a refusal is about: who asks, else the account that was named, else the client. */
function refusedWho(snapshot: Snapshot, error: AuthError, by: Reader | undefined) {
  if (by && by.id !== "") return whoReads(by);
  const account = textFact(error, "account");
  if (account === "") return by ? whoReads(by) : who("unknown", "", "");
  const known = snapshot.principals.has(account)
    ? principalOfId(snapshot, account)
    : writerOf(snapshot, account);
  // A name that a stranger typed is no part of the service.
  return known.principal_kind === "system" ? who("unknown", "", account) : known;
}

/**
 * Why an account cannot be used, whatever was typed: the person is told the same as of a wrong password, and an
 * administrator who is asked for help has to know.
 */
function unusable(snapshot: Snapshot, id: string): AuditFacts {
  const one = snapshot.principals.get(id);
  if (!one?.disabled) return {};
  return { account: one.suspension ? "suspended" : one.left ? "left" : "disabled" };
}

const MAPPINGS: Mappings = {
  "token.issued"(event, snapshot) {
    const { grant_type, client_id, subject, scope, amr } = event;
    const isNoted = amr !== undefined || grant_type === EXCHANGE || ENTERING.has(grant_type);
    if (!isNoted) return undefined;
    const facts: AuditFacts = { grant_type, scope: scope.slice(0, 50).map(oneLine) };
    const base = { outcome: "done", ...client(client_id), ...from(event) } as const;
    if (grant_type === EXCHANGE) {
      const behalf = { behalf_id: oneLine(subject), behalf: nameOf(snapshot, "users", subject) };
      const acting = who("client", client_id, nameOf(snapshot, "oauth_clients", client_id));
      return { ...base, ...acting, ...behalf, action: "token_exchanged", facts };
    }
    const person = principalOfId(snapshot, subject);
    if (amr !== undefined) {
      return { ...base, ...person, action: "sign_in", facts: { ...facts, amr: amr.map(oneLine) } };
    }
    return { ...base, ...person, action: "application_sign_in", facts };
  },
  // Saved with the revocation itself.
  "token.revoked": () => undefined,
  "device.decided": (event, snapshot) => ({
    action: event.approved ? "device_approved" : "device_denied",
    outcome: "done",
    ...principalOfId(snapshot, event.subject),
    ...client(event.client_id),
    ...from(event),
  }),
  "consent.decided": (event, snapshot) => ({
    action: event.allowed ? "consent_given" : "consent_refused",
    outcome: "done",
    ...principalOfId(snapshot, event.subject),
    ...client(event.client_id),
    facts: { scope: event.scope.slice(0, 50).map(oneLine) },
    ...from(event),
  }),
  "secret.read": (event, snapshot) => ({
    action: "secret_read",
    outcome: "done",
    ...whoReads(event.by),
    ...target(snapshot, event.topic as Topic, event.entity),
    ...from(event),
  }),
  "audit.exported": (event) => ({
    action: "audit_exported",
    outcome: "done",
    ...whoReads(event.by),
    facts: Object.fromEntries(
      Object.entries(event.filters).map(([name, value]) => [name, oneLine(value)]),
    ),
    ...from(event),
  }),
  // Saved with the record of the client.
  "client.registered": () => undefined,
  "request.refused"(event, snapshot) {
    const { error, method, path, by } = event;
    if (!ABOUT_RIGHTS.has(error.code)) return undefined;
    const [grant, clientId] = [textFact(error, "grant_type"), textFact(error, "client_id")];
    const about = refusedWho(snapshot, error, by);
    const factor = textFact(error, "factor");
    const ofPerson = OF_PEOPLE.has(grant);
    const isStep = ofPerson && STEPS.has(error.code);
    const refused = ofPerson ? "sign_in_refused" : "request_refused";
    return {
      action: isStep ? "sign_in_step" : refused,
      outcome: isStep ? "done" : "refused",
      reason: error.code,
      ...about,
      ...(clientId !== "" && client(clientId)),
      facts: {
        message: oneLine(error.message),
        ...saidBy(error),
        ...(ofPerson && unusable(snapshot, about.principal_id)),
        ...(factor !== "" && { factor }),
        ...(grant !== "" && { grant_type: oneLine(grant) }),
        ...(method && path && { request: oneLine(`${method} ${path}`) }),
      },
      ...from(event),
    };
  },
  // Saved with the write itself.
  "record.written": () => undefined,
  "password.changed": () => undefined,
  "directory.synced": (event, snapshot) => ({
    action: "directory_synced",
    outcome: "done",
    ...SYSTEM,
    ...target(snapshot, "ldap_configs", event.record),
    facts: {
      ...{ groups: event.groups, members: event.members, users_left: event.users_left },
      ...{ users_created: event.users_created, users_updated: event.users_updated },
    },
  }),
  "directory.failed": (event, snapshot) => ({
    action: "directory_failed",
    outcome: "failed",
    ...SYSTEM,
    ...target(snapshot, "ldap_configs", event.record),
    facts: { message: oneLine(event.reason) },
  }),
  "person.refused": (event, snapshot) => ({
    action: "person_refused",
    outcome: "refused",
    ...who("unknown", "", event.name),
    ...target(snapshot, "users", event.user_id),
    facts: { provider: oneLine(event.provider), message: oneLine(event.reason) },
  }),
  "webhook.stopped": (event, snapshot) => ({
    action: "webhook_stopped",
    outcome: "failed",
    ...SYSTEM,
    ...target(snapshot, "webhooks", event.webhook),
    facts: { message: oneLine(event.reason) },
  }),
  "webhook.replayed": (event, snapshot) => ({
    action: "webhook_replayed",
    outcome: "done",
    ...whoReads(event.by),
    ...target(snapshot, "webhooks", event.webhook),
    facts: { from: oneLine(event.from) },
    ...from(event),
  }),
  "mail.sent": (event, snapshot) => mailed(event, snapshot, "mail_sent", "done"),
  "mail.failed": (event, snapshot) =>
    event.again ? undefined : mailed(event, snapshot, "mail_failed", "failed", event.reason),
};

function mailed(
  event: Extract<AuthEvent, { type: "mail.sent" | "mail.failed" }>,
  snapshot: Snapshot,
  action: "mail_sent" | "mail_failed",
  outcome: "done" | "failed",
  reason?: string,
): Entry {
  const { kind, domain, subject, client_id } = event;
  return {
    ...{ action, outcome, ...SYSTEM },
    ...(subject && target(snapshot, "users", subject)),
    ...(client_id && client(client_id)),
    facts: { mail: kind, domain: oneLine(domain), ...(reason && { message: oneLine(reason) }) },
  };
}

/** What the audit log says of an event; undefined for one that it does not tell, or was told with its write. */
export function entryOfEvent(event: AuthEvent, snapshot: Snapshot): AuditEntry | undefined {
  const mapping = MAPPINGS[event.type] as Mapping<AuthEvent>;
  return mapping(event, snapshot);
}
