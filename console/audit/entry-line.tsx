/** One entry of the audit log in a few words: what, who, to what, from where, when. */
import { Badge, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { fill } from "../../src/std/texts/fill.ts";
import { useTexts } from "../base/language.ts";
import { Time } from "../parts/time.tsx";
import type { Entry } from "./use-entries.ts";

const COLOURS = { done: "teal", refused: "orange", failed: "red" } as const;

/** Why something was refused, in words; a code that has none stays as it is. */
export function useReason(): (entry: Pick<Entry, "reason" | "facts">) => string {
  const { reasons } = useTexts("audit");
  return ({ reason = "", facts }) => {
    const words = Object.hasOwn(reasons, reason) ? reasons[reason as keyof typeof reasons] : reason;
    const { message } = facts;
    return [words, message].filter((part) => typeof part === "string" && part !== "").join(": ");
  };
}

function Word({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span>
      {label} <bdi style={{ overflowWrap: "anywhere" }}>{children}</bdi>
    </span>
  );
}

/** @param about the record whose entries these are, which needs no naming */
export function EntryLine({ entry, about }: { entry: Entry; about?: string | undefined }) {
  const text = useTexts("audit");
  const reason = useReason()(entry);
  const { action, outcome, principal, behalf, target, client_id, network, count, at } = entry;
  const names = ({ id }: { id?: string | undefined }) => about === undefined || id !== about;
  return (
    <div style={{ minWidth: 0, flex: 1 }}>
      <Group gap="xs" wrap="wrap">
        <Text size="sm" fw={600}>
          {text.actions[action]}
        </Text>
        {outcome !== "done" && (
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
        <Group gap="sm" wrap="wrap">
          <Time value={at} />
          {principal && names(principal) && <Word label={text.by}>{principal.name}</Word>}
          {behalf && names(behalf) && <Word label={text.behalf}>{behalf.name}</Word>}
          {target && names(target) && <Word label={text.target}>{target.name}</Word>}
          {client_id !== undefined && client_id !== about && target?.id !== client_id && (
            <Word label={text.client}>{client_id}</Word>
          )}
          {network !== undefined && <Word label={text.network}>{network}</Word>}
        </Group>
      </Text>
    </div>
  );
}
