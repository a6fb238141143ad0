/** Roles or permissions of a record: found by name, shown as a list that stays usable with thousands. */
import { Button, Group, Pill, Stack, Text, TextInput } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { fill } from "../../src/std/texts/fill.ts";
import { useTexts } from "../base/language.ts";
import { knownName, type NamedBase, NameOf } from "./names.tsx";
import { RecordLink } from "./record-link.tsx";
import { RecordSearch } from "./record-search.tsx";

export interface RecordPickerProps {
  readonly base: NamedBase;
  readonly label: string;
  readonly description?: ReactNode;
  /** Ids. */
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
  /** Cannot be picked, such as the record itself. */
  readonly without?: string | undefined;
}

const SHOWN_FIRST = 30;
const SHOWN_MORE = 200;
/** From here on a filter helps more than it is in the way. */
const SEARCH_THRESHOLD = 20;

export function RecordPicker(props: RecordPickerProps) {
  const { base, label, description, value, onChange, without } = props;
  const text = useTexts("access");
  const [filter, setFilter] = useState("");
  const [most, setMost] = useState(SHOWN_FIRST);
  const list = useId();
  const words = filter.trim().toLowerCase();
  const matching = words
    ? value.filter((id) => (knownName(base, id) ?? id).toLowerCase().includes(words))
    : value;
  const shown = matching.slice(0, most);
  const rest = matching.length - shown.length;
  const tab = base === "/v1/roles" ? "roles" : "permissions";
  return (
    <Stack gap={6}>
      <RecordSearch
        {...{ base, label, description }}
        taken={new Set([...value, ...(without ? [without] : [])])}
        onPick={(id) => onChange([...value, id])}
      />
      {value.length > SEARCH_THRESHOLD && (
        <TextInput
          size="xs"
          maw={320}
          // When the one that was found is removed, the person goes on here; the search above would open its list.
          data-autofocus
          aria-label={fill(text.filterPicked, { count: value.length })}
          placeholder={fill(text.filterPicked, { count: value.length })}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      )}
      {value.length === 0 ? (
        <Text size="xs" c="dimmed">
          {text.none[tab]}
        </Text>
      ) : (
        <Pill.Group id={list} role="list" aria-label={label}>
          {shown.map((id) => (
            <Pill
              key={id}
              role="listitem"
              size="md"
              maw="100%"
              withRemoveButton
              onRemove={() => onChange(value.filter((other) => other !== id))}
              removeButtonProps={{
                "aria-label": fill(text.removeNamed, { name: knownName(base, id) ?? id }),
                "aria-hidden": false,
                tabIndex: 0,
              }}
            >
              <RecordLink {...{ tab, id }}>
                <NameOf {...{ base, id }} />
              </RecordLink>
            </Pill>
          ))}
        </Pill.Group>
      )}
      {rest > 0 && (
        <Group>
          <Button size="compact-xs" variant="subtle" onClick={() => setMost(most + SHOWN_MORE)}>
            {fill(text.showMore, { count: Math.min(rest, SHOWN_MORE) })}
          </Button>
          <Text size="xs" c="dimmed">
            {shown.length} / {matching.length}
          </Text>
        </Group>
      )}
    </Stack>
  );
}
