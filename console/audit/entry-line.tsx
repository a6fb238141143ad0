/** One entry of the audit log in a few words: what, who, to what, from where, when. */
import { Badge, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { fill } from "../../src/std/texts/fill.ts";
import { useSentences, useTexts } from "../base/language.ts";
import { Time } from "../parts/time.tsx";
import { OLD_WORDS } from "./old-words.ts";
import type { Entry } from "./use-entries.ts";

const COLOURS = { done: "teal", refused: "orange", failed: "red" } as const;

const wordFor = (words: Readonly<Record<string, string>>, name: unknown): string | undefined =>
  typeof name === "string" && Object.hasOwn(words, name) ? words[name] : undefined;

/** What these are called is an ID, which tells no reader anything; it is among the details. */
const NAMELESS: ReadonlySet<string> = new Set(["invitations", "initial_access_tokens", "passkeys"]);

/** The words of these actions say the outcome already. */
const SAYS_OUTCOME = /_(?:refused|failed|denied)$/;

/** Why something was refused, in words; a code that has none stays as it is. */
export function useReason(): (entry: Pick<Entry, "reason" | "facts">) => string {
  const { reasons, accounts, said } = useTexts("audit");
  const sentence = useSentences();
  const { colon } = useTexts("frame");
  return ({ reason = "", facts }) => {
    const account = wordFor(accounts, facts.account);
    if (account !== undefined) return account;
    const text = typeof facts.message === "string" ? facts.message : "";
    const id = typeof facts.said === "string" ? facts.said : wordFor(OLD_WORDS, text);
    const known = wordFor(said, id);
    if (known !== undefined) return known;
    const message = id === undefined ? text : sentence({ id, text });
    return [wordFor(reasons, reason) ?? reason, message].filter((part) => part !== "").join(colon);
  };
}

function Word({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span>
      {label} <bdi style={{ overflowWrap: "anywhere" }}>{children}</bdi>
    </span>
  );
}

/** Names that are no names of accounts, in words. */
function usePrincipalName(): (one: NonNullable<Entry["principal"]>) => string {
  const { service, unknown } = useTexts("audit");
  return ({ kind, name }) =>
    kind === "system" && name === "system"
      ? service
      : kind === "unknown" && name === "unknown"
        ? unknown
        : name;
}

/** @param about the record whose entries these are, which needs no naming */
export function EntryLine({ entry, about }: { entry: Entry; about?: string | undefined }) {
  const text = useTexts("audit");
  const reason = useReason()(entry);
  const nameOf = usePrincipalName();
  const { action, outcome, principal, behalf, target, client_id, network, count, at } = entry;
  const names = ({ id }: { id?: string | undefined }) => about === undefined || id !== about;
  return (
    <div style={{ minWidth: 0, flex: 1 }}>
      <Group gap="xs" wrap="wrap">
        <Text size="sm" fw={600}>
          {text.actions[action]}
        </Text>
        {outcome !== "done" && !SAYS_OUTCOME.test(action) && (
          <Badge size="sm" variant="light" color={COLOURS[outcome]} tt="none">
            {text.outcomes[outcome]}
          </Badge>
        )}
        {count > 1 && (
          <Badge size="sm" variant="default" tt="none">
            {fill(text.times, { count })}
          </Badge>
        )}
      </Group>
      {reason !== "" && (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {reason}
        </Text>
      )}
      <Text size="xs" c="dimmed" component="div">
        <Group gap="2px 12px" wrap="wrap">
          <Time value={at} />
          {/* Who asked is not always known. */}
          {principal && principal.name !== "" && names(principal) && (
            <Word label={text.by}>{nameOf(principal)}</Word>
          )}
          {behalf && names(behalf) && <Word label={text.behalf}>{behalf.name}</Word>}
          {target && names(target) && !NAMELESS.has(target.kind) && (
            <Word label={text.target}>{target.name}</Word>
          )}
          {client_id !== undefined && client_id !== about && target?.id !== client_id && (
            <Word label={text.client}>{client_id}</Word>
          )}
          {network !== undefined && <Word label={text.network}>{network}</Word>}
        </Group>
      </Text>
    </div>
  );
}
