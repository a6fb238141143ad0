/** What is done to the selected records, one after the other: progress, what failed, and the way back. */
import { Alert, Button, Group, List, Paper, Progress, Stack, Text } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import { fill } from "../../src/std/texts/fill.ts";
import type { AdminRoute } from "../api/acts.gen.ts";
import { useTexts } from "../base/language.ts";
import { explain } from "../base/notices.ts";
import { queries } from "../base/queries.ts";

/** What is done to each of the selected records. */
export interface BulkAction<T> {
  readonly label: string;
  /** `choice` is what `choose` has chosen. */
  readonly run: (record: T, choice: string) => Promise<unknown>;
  /** What it means, asked before; without it and `choose`, it runs at once on what one page shows. */
  readonly consequence?: string;
  /** Whether it can take from someone what they are signed in with. */
  readonly endangers?: (selected: ReadonlyMap<string, T>) => boolean;
  readonly danger?: boolean;
  /** The route that it calls: not offered to those who may not. */
  readonly calls?: AdminRoute;
  /** Draws what has to be chosen before, such as a role. */
  readonly choose?: (choice: string, choose: (choice: string) => void) => ReactNode;
  /** Takes it back; the record is as it was before. */
  readonly undo?: (record: T, choice: string) => Promise<unknown>;
}

export interface BulkBarProps<T> {
  readonly selected: ReadonlyMap<string, T>;
  readonly onSelect: (selected: ReadonlyMap<string, T>) => void;
  readonly actions: readonly BulkAction<T>[];
  readonly nameOf: (record: T) => string;
  /** Beside the number of what is selected, such as a way to select more. */
  readonly more?: ReactNode;
}

interface Outcome<T> {
  readonly action: BulkAction<T>;
  readonly choice: string;
  readonly done: readonly (readonly [string, T])[];
  readonly total: number;
  readonly failures: readonly { readonly name: string; readonly why: string }[];
  readonly undone: boolean;
}

/** What one page shows. */
export const PAGE_SIZE = 50;
/** More failures than these are only counted. */
const MAX_SHOWN = 10;

export function BulkBar<T>({ selected, onSelect, actions, nameOf, more }: BulkBarProps<T>) {
  const text = useTexts("records");
  const frame = useTexts("frame");
  const [asked, setAsked] = useState<BulkAction<T>>();
  const [choice, setChoice] = useState("");
  const [done, setDone] = useState(0);
  const [running, setRunning] = useState(0);
  const [outcome, setOutcome] = useState<Outcome<T>>();
  const stopped = useRef(false);

  const perform = async (
    action: BulkAction<T>,
    records: readonly (readonly [string, T])[],
    undone: boolean,
  ) => {
    setAsked(undefined);
    setOutcome(undefined);
    setDone(0);
    setRunning(records.length);
    stopped.current = false;
    const good: (readonly [string, T])[] = [];
    const bad: (readonly [string, T])[] = [];
    const failures: { name: string; why: string }[] = [];
    const task = undone ? action.undo : action.run;
    for (const entry of records) {
      const [, record] = entry;
      if (stopped.current) {
        // Not tried: it stays selected, and is no failure.
        bad.push(entry);
        continue;
      }
      try {
        await task?.(record, choice);
        good.push(entry);
      } catch (error) {
        bad.push(entry);
        failures.push({ name: nameOf(record), why: explain(error) });
      }
      setDone((count) => count + 1);
    }
    setRunning(0);
    setOutcome({ action, choice, done: good, total: records.length, failures, undone });
    // What failed stays selected, to be tried again.
    onSelect(new Map(bad));
    await queries.invalidateQueries();
  };
  const begin = (action: BulkAction<T>) => {
    setChoice("");
    const asks = action.consequence || action.choose || action.endangers?.(selected);
    if (asks || selected.size > PAGE_SIZE) setAsked(action);
    else void perform(action, [...selected], false);
  };

  if (selected.size === 0 && !outcome && running === 0) return null;
  return (
    <Paper withBorder p="xs" data-bulk>
      <Stack gap="xs">
        {running > 0 ? (
          <>
            <Text size="sm" role="status">
              {fill(text.bulkProgress, { done, total: running })}
            </Text>
            <Progress
              value={(100 * done) / running}
              aria-label={fill(text.bulkProgress, { done, total: running })}
            />
            <div>
              <Button
                size="xs"
                variant="default"
                onClick={() => {
                  stopped.current = true;
                }}
              >
                {text.bulkStop}
              </Button>
            </div>
          </>
        ) : (
          selected.size > 0 && (
            <Group gap="sm">
              <Text size="sm" fw={600}>
                {fill(text.selected, { count: selected.size })}
              </Text>
              {more}
              {asked ? (
                <>
                  {asked.choose?.(choice, setChoice)}
                  {asked.consequence && <Text size="sm">{asked.consequence}</Text>}
                  {selected.size > PAGE_SIZE && (
                    <Text size="sm">{fill(text.bulkMany, { count: selected.size })}</Text>
                  )}
                  {asked.endangers?.(selected) && (
                    <Text size="sm" c="red">
                      {text.bulkOwn}
                    </Text>
                  )}
                  <Button
                    size="xs"
                    color={asked.danger ? "red" : undefined}
                    disabled={asked.choose !== undefined && choice === ""}
                    onClick={() => void perform(asked, [...selected], false)}
                  >
                    {asked.label}
                  </Button>
                  <Button size="xs" variant="default" onClick={() => setAsked(undefined)}>
                    {frame.cancel}
                  </Button>
                </>
              ) : (
                actions.map((action) => (
                  <Button
                    key={action.label}
                    size="xs"
                    variant="light"
                    color={action.danger ? "red" : undefined}
                    onClick={() => begin(action)}
                  >
                    {action.label}
                  </Button>
                ))
              )}
              <Button size="xs" variant="subtle" ml="auto" onClick={() => onSelect(new Map())}>
                {text.clearSelection}
              </Button>
            </Group>
          )
        )}
        {outcome && (
          <Group gap="sm" role="status">
            <Text size="sm">
              {outcome.undone && `${text.takenBack}${frame.colon}`}
              {outcome.action.label}
              {frame.colon}
              {fill(text.bulkProgress, { done: outcome.done.length, total: outcome.total })}
            </Text>
            {outcome.action.undo && !outcome.undone && outcome.done.length > 0 && (
              <Button
                size="xs"
                variant="default"
                onClick={() => void perform(outcome.action, outcome.done, true)}
              >
                {text.takeBack}
              </Button>
            )}
            <Button
              size="xs"
              variant="subtle"
              ml="auto"
              onClick={() => setOutcome(undefined)}
              aria-label={frame.dismiss}
            >
              {frame.dismiss}
            </Button>
          </Group>
        )}
        {outcome && outcome.failures.length > 0 && (
          <Alert color="red" title={fill(text.bulkFailures, { count: outcome.failures.length })}>
            <List size="sm">
              {outcome.failures.slice(0, MAX_SHOWN).map(({ name, why }) => (
                <List.Item key={name}>
                  <bdi>{name}</bdi>: {why}
                </List.Item>
              ))}
            </List>
          </Alert>
        )}
      </Stack>
    </Paper>
  );
}
