/** Events as log lines: who signed in, who wrote what, and what was refused for which reason. */
import type { LogFields, Logger } from "../runtime.ts";
import type { AuthEvent, TokenIssued } from "./events.ts";
import { logRefusal } from "./log-refusal.ts";

/** A sign-in is worth a line; a refresh or a machine's token is for the debug level. */
function logToken(event: TokenIssued, log: Logger): void {
  const fields = without(event);
  if (event.amr === undefined) log.debug("tokens issued", fields);
  else log.info("signed in", fields);
}

/** What browsers call themselves is for the audit log alone. */
const without = (event: AuthEvent): LogFields => {
  const { type: _type, agent: _agent, by, ...fields } = { agent: "", by: undefined, ...event };
  return by === undefined ? fields : { ...fields, by: by.name };
};

export function logEvents(log: Logger): (event: AuthEvent) => void {
  return (event) => {
    if (event.type === "token.issued") logToken(event, log);
    else if (event.type === "token.revoked") log.info("revoked", without(event));
    else if (event.type === "device.decided") log.info("device decided", without(event));
    else if (event.type === "consent.decided") log.info("consent decided", without(event));
    else if (event.type === "secret.read") log.info("secret read", without(event));
    else if (event.type === "audit.exported") log.info("audit log exported", without(event));
    else if (event.type === "client.registered") log.info("client registered", without(event));
    else if (event.type === "record.written") log.info("record written", without(event));
    else if (event.type === "password.changed") log.info("password changed", without(event));
    else if (event.type === "directory.synced") log.info("directory synced", without(event));
    else if (event.type === "directory.failed") log.warn("directory not synced", without(event));
    else if (event.type === "person.refused") log.warn("person refused", without(event));
    else if (event.type === "mail.sent") log.info("mail sent", without(event));
    else if (event.type === "mail.failed") log.warn("mail failed", without(event));
    else if (event.type === "webhook.stopped") log.warn("webhook stopped", without(event));
    else if (event.type === "webhook.replayed") log.info("webhook replayed", without(event));
    else {
      const { error, type: _type, agent: _agent, by: _by, ...where } = event;
      logRefusal(log, error, where);
    }
  };
}
