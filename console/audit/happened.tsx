/** The newest entries of the audit log about one thing, with the way to all of them. */
import { Anchor, Skeleton, Stack, Text } from "@mantine/core";
import { Failure } from "../api/failure.ts";
import { useTexts } from "../base/language.ts";
import { hashOf } from "../base/route.ts";
import { Offered } from "../parts/offered.tsx";
import { Section } from "../parts/section.tsx";
import { useShown } from "../parts/together.tsx";
import { Unanswered } from "../parts/unanswered.tsx";
import { EntryLine } from "./entry-line.tsx";
import { type Filters, useEntries } from "./use-entries.ts";

const SHOWN = 5;
/** Pixels of three entries: there is one at least, who made the record. */
const PLACE = 160;

export interface HappenedProps {
  readonly filters: Filters;
  readonly title?: string;
  readonly about?: string;
  /** Id that need not be named in each line. */
  readonly of?: string;
}

export function Happened(props: HappenedProps) {
  return (
    <Offered calls="GET /v1/audit">
      <Entries {...props} />
    </Offered>
  );
}

function Entries({ filters, title, about, of }: HappenedProps) {
  const text = useTexts("audit");
  const list = useEntries(filters, SHOWN);
  // Not every administrator may see it.
  const { data, error } = useShown(list);
  if (error instanceof Failure && error.status === 403) return null;
  const entries = data?.pages.flatMap((page) => page.entries);
  return (
    <Section
      title={title ?? text.happened}
      about={about}
      aside={
        <Anchor size="sm" href={hashOf("audit", "", filters)}>
          {text.all}
        </Anchor>
      }
    >
      {error && !entries ? (
        <Unanswered error={error} onRetry={() => void list.refetch()} />
      ) : !entries ? (
        <Skeleton height={PLACE} />
      ) : entries.length === 0 ? (
        <Text size="sm" c="dimmed">
          {text.nothingYet}
        </Text>
      ) : (
        <Stack component="ul" className="console-entries" gap={0}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <EntryLine entry={entry} about={of} />
            </li>
          ))}
        </Stack>
      )}
    </Section>
  );
}
