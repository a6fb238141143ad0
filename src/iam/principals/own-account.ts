/** What people change of their own account where the organisation lets them (setting `accounts.self_service`; ADR 0086). */
import { eq } from "drizzle-orm";
import type { Call, Writer } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { message } from "../../messages/message.ts";
import { detailsPlace } from "../../snapshot/sealed.ts";
import type { Details, PrincipalRecord } from "../../snapshot/snapshot.ts";
import { canonicalAlias } from "../../std/canonical-alias.ts";
import { isLanguage, LANGUAGES } from "../../std/texts/languages.ts";
import type { Write } from "../../store/change.ts";
import { mutate } from "../../store/mutate.ts";
import { users } from "../../store/tables.ts";
import type { CallerContext } from "../caller.ts";
import { requireRecentSignIn } from "../reauthentication.ts";
import { deletePrincipal } from "./delete-principal.ts";
import { requireFreeAliases } from "./free-aliases.ts";

export type SelfServiceAct = "name" | "address" | "language" | "picture" | "deletion";

const PURPOSES = {
  name: undefined,
  address: "change the address",
  language: undefined,
  picture: undefined,
  deletion: "delete the account",
} as const satisfies Readonly<Record<SelfServiceAct, string | undefined>>;

/** What a local user may do now; of others their source says who they are. */
export const mayChange = (
  { snapshot }: Call,
  user: PrincipalRecord,
  act: SelfServiceAct,
): boolean =>
  snapshot.settings.accounts.self_service[act] &&
  !user.service_account &&
  (user.local || act === "deletion");

/** A person and their own account, by whatever way they came. */
export interface OwnAccount {
  readonly call: Call;
  readonly context: CallerContext;
  readonly user: PrincipalRecord;
  /** Of the record and its event (auth-wire 1.5). */
  readonly actor: string;
}

/**
 * Asked by every act itself, below the routes and forms that lead to it (E-1). Throws `forbidden` where the setting does
 * not let people do it, and `reauthentication_required` where it needs a recent sign-in.
 */
export function requireSelfService({ call, context, user }: OwnAccount, act: SelfServiceAct): void {
  if (!mayChange(call, user, act)) {
    throw new AuthError("forbidden", message("refusal.own_account"));
  }
  const purpose = PURPOSES[act];
  if (purpose !== undefined) requireRecentSignIn(call, context, purpose);
}

interface Draft {
  readonly details: Details;
  readonly alias: readonly string[];
}

/** Reads the row, lets `change` make the next state of it, and writes that. */
export async function writeOwn(
  { store }: Writer,
  id: string,
  actor: string,
  change: (open: Write, draft: Draft) => Promise<Draft & { readonly alias_keys?: string[] }>,
): Promise<void> {
  const about = { topic: "users", action: "update", entity: id, actor } as const;
  await mutate(store, about, async (open) => {
    const [row] = await open.tx.select().from(users).where(eq(users.id, id));
    if (!row?.local || row.disabled)
      throw new AuthError("unauthenticated", message("refusal.user"));
    const place = detailsPlace(id);
    const details = JSON.parse(await store.box.open(place, row.details_encrypted));
    const next = await change(open, { details, alias: row.alias });
    open.touch("users", id);
    await open.tx
      .update(users)
      .set({
        details_encrypted: await store.box.seal(place, JSON.stringify(next.details)),
        ...(next.alias_keys && { alias: [...next.alias], alias_keys: next.alias_keys }),
        updated_at: open.now,
        updated_by: actor,
      })
      .where(eq(users.id, id));
  });
}

/** @param nameOf the checked name; asked when the person may change it */
export async function renameOwn(own: OwnAccount, nameOf: () => string): Promise<void> {
  requireSelfService(own, "name");
  const name = nameOf();
  await writeOwn(own.call, own.user.id, own.actor, async (_open, { details, alias }) => ({
    ...{ alias, details: { ...details, name } },
  }));
}

/**
 * The language of the person: the claim `locale`, and that of mails which others cause.
 * @param sent a language that there are texts in; empty for none
 */
export async function chooseOwnLanguage(own: OwnAccount, sent: string): Promise<void> {
  requireSelfService(own, "language");
  const language = sent.trim();
  if (language !== "" && !isLanguage(language)) {
    const known = Object.keys(LANGUAGES).join(", ");
    throw new AuthError("invalid_request", message("refusal.language", { known }));
  }
  await writeOwn(own.call, own.user.id, own.actor, async (_open, { details, alias }) => {
    const { locale: _before, ...others } = details;
    return { alias, details: language === "" ? others : { ...others, locale: language } };
  });
}

/**
 * The address whose mailbox was proven takes the place of the old one, as `email` and as alias where the old one was an
 * alias. Throws `conflict` when it names another principal or a client by now.
 */
export async function replaceOwnAddress(
  writer: Writer,
  id: string,
  address: string,
  actor: string,
): Promise<void> {
  await writeOwn(writer, id, actor, async (open, { details, alias }) => {
    const old = typeof details.email === "string" ? details.email : undefined;
    const was = canonicalAlias(old ?? "");
    const next = [
      ...new Set(alias.map((one) => (old && canonicalAlias(one) === was ? address : one))),
    ];
    // Also where it is no alias: an address that is a name of another account is theirs.
    await requireFreeAliases(open, id, [address], "cannot change the address");
    const alias_keys = await requireFreeAliases(open, id, next, "cannot change the address");
    const changed = { ...details, email: address, email_verified: true };
    return { details: changed, alias: next, alias_keys };
  });
}

/** With everything that belongs to it. Throws `conflict` for the last administrator (I-8). */
export async function deleteOwn(own: OwnAccount): Promise<void> {
  requireSelfService(own, "deletion");
  await deletePrincipal(own.call, "user", own.user.id, own.actor);
}
