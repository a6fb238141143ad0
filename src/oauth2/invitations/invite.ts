/** Inviting people by mail, sending it again (ADR 0086; E-5): for administrators. */
import type { Call, Service } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { countRequest } from "../../iam/attempts.ts";
import {
  type Invitation,
  issueInvitations,
  renewInvitation,
  type Sendable,
} from "../../iam/invitations/invitations.ts";
import type { Mail } from "../../mail/mail.ts";
import { requireDelivery } from "../../mail/relay.ts";
import { sendMail } from "../../mail/send.ts";
import type { Language } from "../../std/texts/languages.ts";
import { loginPageLink } from "../clients/login-page-link.ts";
import { readPeople } from "./people.ts";
import { requireLanding } from "./target.ts";

/** Each is a mail and a row. */
export const MAX_INVITED = 200;

export interface InvitationWish {
  /** As pasted. */
  readonly people: string;
  readonly role_ids: readonly string[];
  readonly language?: Language | undefined;
  readonly client_id: string;
  readonly redirect_uri: string;
}

export const LINE_RESULTS = [
  "invited",
  "not_sent",
  "invited_before",
  "account_exists",
  "not_an_address",
  "limited",
] as const;

/** What became of one entry of the text. */
export interface InvitedLine {
  readonly entry: string;
  readonly result: (typeof LINE_RESULTS)[number];
  /** The invitation, also the one that was there before. */
  readonly id?: string;
}

/** The mail of an invitation. Throws `conflict` while the configuration does not say where the login page is. */
export function mailOf(
  call: Pick<Call, "service" | "snapshot">,
  { invitation, code }: Sendable,
): Mail {
  const { address: to, name, language, client_id, redirect_uri } = invitation;
  const { lifetime } = call.snapshot.settings.accounts.invitation;
  const link = loginPageLink(call, "invitation", code);
  const values = { name, link, lifetime, client_id, redirect_uri };
  return { kind: "invitation", to, values, language: language as Language };
}

const send = (call: Call, one: Sendable): void =>
  sendMail(call.service, mailOf(call, one), call.source());

/** One of many: what cannot be sent now is there, and can be sent again. */
function sent(call: Call, one: Sendable): "invited" | "not_sent" {
  try {
    send(call, one);
    return "invited";
  } catch (error) {
    if (error instanceof AuthError && error.code === "unavailable") return "not_sent";
    throw error;
  }
}

/** Counted before anything is looked up, so that no answer costs less than a mail. */
async function mayBeMailed(call: Call, address: string): Promise<boolean> {
  try {
    await countRequest(call, "invitation", address);
    return true;
  } catch (error) {
    if (error instanceof AuthError && error.code === "too_many_requests") return false;
    throw error;
  }
}

/**
 * Everything that would make a mail useless, before one is written. Throws `unavailable` without a relay, `conflict` while
 * the configuration does not say where the login page is.
 */
export function requireMailable(call: Pick<Call, "service" | "snapshot">): void {
  requireDelivery(call.snapshot.settings.email, call.service.runtime);
  loginPageLink(call, "invitation", "");
}

/** The same where there is no call. */
export const requireMailableBy = (service: Service): void =>
  requireMailable({ service, snapshot: service.snapshots.current });

/**
 * Invites everyone in the text who has neither account nor open invitation. Throws `invalid_request`, `conflict` and
 * `unavailable` where no mail can be sent.
 */
export async function invitePeople(
  call: Call,
  wish: InvitationWish,
  actor: string,
): Promise<readonly InvitedLine[]> {
  const pasted = readPeople(wish.people);
  if (pasted.length === 0 || pasted.length > MAX_INVITED) {
    throw new AuthError("invalid_request", "cannot invite", {
      detail: `people: must be 1 to ${MAX_INVITED} addresses`,
    });
  }
  requireMailable(call);
  await requireLanding(call, wish.client_id, wish.redirect_uri);
  const limited = new Set<string>();
  for (const { entry, invited } of pasted) {
    if (invited && !(await mayBeMailed(call, invited.address))) limited.add(entry);
  }
  const people = pasted.flatMap(({ entry, invited }) =>
    invited && !limited.has(entry) ? [invited] : [],
  );
  const { lifetime } = call.snapshot.settings.accounts.invitation;
  const { role_ids, client_id, redirect_uri, language = call.language() } = wish;
  const terms = { role_ids, client_id, redirect_uri, language, lifetime };
  const issued = await issueInvitations(call, people, terms, actor);
  const byAddress = new Map(people.map(({ address }, index) => [address, issued[index]]));
  return pasted.map(({ entry, invited }): InvitedLine => {
    if (!invited) return { entry, result: "not_an_address" };
    if (limited.has(entry)) return { entry, result: "limited" };
    const one = byAddress.get(invited.address);
    if (!one || one.kind === "taken") return { entry, result: "account_exists" };
    if (one.kind === "open") return { entry, result: "invited_before", id: one.id };
    return { entry, result: sent(call, one), id: one.invitation.id };
  });
}

/** A new mail with a new link; the earlier one ends. Throws `not_found`, `conflict`, `too_many_requests`, `unavailable`. */
export async function inviteAgain(
  call: Call,
  { id, address }: Pick<Invitation, "id" | "address">,
  actor: string,
): Promise<Invitation> {
  requireMailable(call);
  await countRequest(call, "invitation", address);
  const { lifetime } = call.snapshot.settings.accounts.invitation;
  const renewed = await renewInvitation(call, id, lifetime, actor);
  send(call, renewed);
  return renewed.invitation;
}
