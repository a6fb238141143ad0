/**
 * People are told by mail what was changed of the ways into their account (ADR 0107): by every way to the change, since
 * the write itself notes it. Nothing depends on the mail, and no request waits for it.
 */
import { partOf, type Service } from "../call.ts";
import { RESET } from "../iam/passwords/reset-password.ts";
import { addressOf } from "../iam/principals/mail-address.ts";
import type { AccountChange, Mail } from "../mail/mail.ts";
import { deliveryOf } from "../mail/relay.ts";
import { sendPrepared } from "../mail/send.ts";
import { configuredOrigin } from "../options/configured-origin.ts";
import { isHeld } from "../snapshot/held.ts";
import type { PrincipalRecord, Snapshot } from "../snapshot/snapshot.ts";
import { remember } from "../std/bounded-map.ts";
import { browserName } from "../std/browser-name.ts";
import { type Counter, reserveIn } from "../std/counter.ts";
import { type Language, lookUp } from "../std/texts/languages.ts";
import type { AuditEntry } from "../store/audit-chain.ts";
import type { Change, Whence, Write } from "../store/change.ts";
import { type AccountNews, newsOf } from "./changes.ts";
import { coarseNetwork } from "./coarse-network.ts";

/** Mails of one kind to one address within an hour; each kind counts for itself, so that many of one hide no other. */
const MAX_PER_HOUR = 5;
const HOUR_MS = 3_600_000;
/** Accounts and kinds that are remembered; the oldest give way. */
const MAX_COUNTED = 10_000;
/** Writes whose commit has not been told yet. */
const MAX_OPEN_WRITES = 100;

interface Told {
  readonly news: readonly AccountNews[];
  readonly whence: Whence;
  readonly language: Language | undefined;
  readonly at: number;
  /** By the code of a mail. */
  readonly byReset: boolean;
}

/** Who else changes accounts. */
const OTHERS: Readonly<Record<string, NonNullable<AccountChange["by"]>>> = {
  user: "administrator",
  service_account: "administrator",
  api_key: "program",
};

/** Another who is known to have done it; undefined for the person, and for one who did not say who they are. */
const otherOf = ({ principal }: Whence, user: string): AccountChange["by"] =>
  principal && principal.id !== user ? OTHERS[principal.kind] : undefined;

/**
 * Of another nothing is told but what they are: neither name nor browser nor network. What is no browser is an
 * application, whose network says nothing.
 */
function changeOf({ whence, at }: Told, { user, name }: AccountNews): AccountChange {
  const by = otherOf(whence, user);
  if (by) return { at, name, by };
  const browser = browserName(whence.agent ?? null);
  const network = browser === "" ? "" : coarseNetwork(whence.network ?? "");
  return { at, name, browser, network };
}

/** What people call a provider, by `oauth:google`. */
function providerName({ oauth_providers }: Snapshot, provider: string): string {
  const [kind = "", ...rest] = provider.split(":");
  const id = rest.join(":") || provider;
  return (kind === "oauth" && oauth_providers.get(id)?.config?.name) || id;
}

class AccountNotices {
  readonly #service: Service;
  readonly #open = new Map<number, Told>();
  readonly #counts = new Map<string, Counter>();

  constructor(service: Service) {
    this.#service = service;
  }

  /** A write that is about to be committed; one that fails leaves its place to the next. */
  note(
    open: Write,
    changes: readonly Change[],
    entries: readonly AuditEntry[],
    before: Snapshot,
  ): void {
    this.#open.delete(open.version);
    const news = newsOf(open, changes, entries, before);
    if (news.length === 0) return;
    const whence = open.whence?.() ?? {};
    const at = open.now.getTime();
    const byReset = changes.some(({ actor }) => actor === RESET);
    const told = { news, whence, at, byReset, language: whence.language?.() };
    remember(this.#open, open.version, told, MAX_OPEN_WRITES);
  }

  /** The write that began this version is there. Never throws. */
  committed(version: number): void {
    const told = this.#open.get(version);
    if (!told) return;
    this.#open.delete(version);
    for (const one of told.news) {
      try {
        this.#tell(told, one);
      } catch (error) {
        this.#service.runtime.log.info("a person is not told of a change by mail", {
          ...{ kind: one.kind, principal: one.user, error },
        });
      }
    }
  }

  #tell(told: Told, one: AccountNews): void {
    const { runtime, snapshots } = this.#service;
    const snapshot = snapshots.current;
    // What is done at a copy concerns the copy alone.
    if (isHeld(snapshot)) return;
    const { settings, principals } = snapshot;
    const user = principals.get(one.user);
    const change = changeOf(told, one);
    if (!user || !(settings.email.account_changes || isAlwaysTold(told, one))) return;
    if (typeof deliveryOf(settings.email, runtime) === "string") return;
    if (!this.#mayTell(one)) return;
    const prepare = () => this.#mailOf(user, change, told.language, one);
    sendPrepared(this.#service, prepare, told.whence.network);
  }

  /** Whether one more may be sent. */
  #mayTell({ kind, user, to = "" }: AccountNews): boolean {
    const at = this.#service.runtime.clock.now();
    const key = `${kind} ${user} ${to}`;
    const rule = { at, window: HOUR_MS, most: MAX_PER_HOUR };
    const { granted, ...counter } = reserveIn(this.#counts.get(key), rule);
    if (granted) remember(this.#counts, key, counter, MAX_COUNTED);
    return granted;
  }

  async #mailOf(
    user: PrincipalRecord,
    change: AccountChange,
    asked: Language | undefined,
    { kind, to: named, name }: AccountNews,
  ): Promise<Mail | undefined> {
    const { snapshots, options } = this.#service;
    const to = named ?? (await addressOf(user));
    if (to === undefined) return undefined;
    const { locale } = await user.details.open();
    const language = (typeof locale === "string" && lookUp(locale)) || asked;
    const isProvider = kind === "sign_in_linked" || kind === "sign_in_unlinked";
    const origin = configuredOrigin(snapshots.current, options);
    return {
      ...{ kind, to },
      ...(language && { language }),
      values: {
        user_id: user.id,
        ...(origin !== undefined && { link: `${origin}${options.prefix_path}/ui/account` }),
        change: {
          ...change,
          name: isProvider ? providerName(snapshots.current, name) : name,
        },
      },
    };
  }
}

/** What earlier versions have always told: a password by a mailed code, and an address by its own person. */
function isAlwaysTold({ byReset, whence: { principal } }: Told, { kind, user }: AccountNews) {
  return kind === "password_changed"
    ? byReset
    : kind === "address_changed" && principal?.id === user;
}

/** Those of this service. */
export const accountNoticesOf = partOf((service) => new AccountNotices(service));
