/** Who may use a client: accounts that hold one of the roles that its record names (ADR 0123). */
import { type Call, now, toldBy } from "../call.ts";
import { AuthError } from "../errors.ts";
import { holdingsOf } from "../iam/principals/holdings.ts";
import { message } from "../messages/message.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
import type { Client } from "./client.ts";

/** Whether this account gets tokens of the client. A role that is gone is held by no account, so it opens nothing. */
export function mayUseClient(
  call: Call,
  { allowedRoles, account }: Pick<Client, "allowedRoles" | "account">,
  subject: PrincipalRecord,
): boolean {
  // A service account that is its own client has no record that could say so.
  if (allowedRoles === undefined || account?.id === subject.id) return true;
  const { roles } = holdingsOf(call.snapshot, subject, now(call));
  return roles.some(({ id }) => allowedRoles.includes(id));
}

/** What the client, the person and the audit log are told. */
const NOT_ALLOWED = message("refusal.client_not_allowed");

/**
 * The refusal of an account that may not use the client.
 * @param code `invalid_grant` at the token endpoint, `access_denied` for the client of an authorization request,
 * `forbidden` for the person
 * @param grant_type by which the client would have got its tokens, where no layer further out says it
 */
export function accountRefusal(
  code: "access_denied" | "forbidden" | "invalid_grant",
  client: Pick<Client, "id">,
  { id, alias }: Pick<PrincipalRecord, "id" | "alias">,
  grant_type?: string,
): AuthError {
  const facts = { client_id: client.id, account: alias[0] ?? id };
  return new AuthError(code, NOT_ALLOWED, {
    facts: { ...facts, ...(grant_type && { grant_type }) },
  });
}

/** For the audit log, where the person sees a page and no request is refused. */
export function tellNotAllowed(
  call: Call,
  client: Pick<Client, "id">,
  subject: PrincipalRecord,
  grant_type: string,
): void {
  const error = accountRefusal("access_denied", client, subject, grant_type);
  call.service.events.emit({ type: "request.refused", error, ...toldBy(call) });
}
