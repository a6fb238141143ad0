/** One document as a form and as JSON, with what saving it needs: nothing is lost by a click or by another writer. */
import {
  Alert,
  Button,
  Fieldset,
  Group,
  Modal,
  SimpleGrid,
  Stack,
  Tabs,
  Text,
} from "@mantine/core";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Failure } from "../api/failure.ts";
import { focusWithin } from "../base/focus.ts";
import { useTexts } from "../base/language.ts";
import { queries } from "../base/queries.ts";
import { useMayChange } from "../base/rights.ts";
import { useUnsaved } from "../base/use-unsaved.ts";
import { Icon } from "../parts/icon.tsx";
import { JsonView } from "../parts/json-view.tsx";
import { TimeIn } from "../parts/time.tsx";
import { useAction } from "../parts/use-action.ts";
import { isSame } from "../std/same.ts";
import { type Faults, FormFaults, faultsOf, fieldAt } from "./faults.ts";
import { DrawField } from "./field-props.ts";
import { Refusal } from "./refusal.tsx";
import type { Document } from "./schema.ts";
import { SchemaField } from "./schema-field.tsx";

/** A document as it is stored, and who wrote it. */
export interface Stored {
  readonly value: Document;
  readonly updated_at?: string | undefined;
  readonly updated_by?: string | undefined;
  /** `ETag` of the answer that showed it; a save names it, and is refused when it is another one by then. */
  readonly tag?: string | undefined;
}

export interface DocumentEditorProps {
  readonly stored: Stored;
  /** Draws the fields. */
  readonly form: (value: Document, onChange: (value: Document) => void) => ReactNode;
  /**
   * What is stored at this moment. Asked when another writer was faster, and after a save.
   * @param saved everything was read again since
   */
  readonly current?: (saved: boolean) => Promise<Stored>;
  /**
   * Resolves when it is stored; the editor reads everything again then.
   * @param tag of what is written over, which a save names
   * @param over what is written over
   * @returns false when nothing was sent, because something is missing beside the document
   */
  readonly save: (value: Document, tag: string | undefined, over: Document) => Promise<unknown>;
  readonly saveLabel?: string;
  /** Above the fields, also beside the JSON view: such as the id of a new record. */
  readonly lead?: ReactNode;
  /** Beside the save button. */
  readonly actions?: ReactNode;
  /** What stands beside the document, such as the id of a new record, is changed. */
  readonly touched?: boolean;
  /** That came with the address: it can be saved, and is left without a question. */
  readonly prefilled?: boolean;
}

const NO_FAULTS: Faults = new Map();
const NO_LABELS: ReadonlyMap<string, string> = new Map();

export function DocumentEditor({
  stored,
  form,
  current,
  save,
  saveLabel,
  lead,
  actions,
  touched = false,
  prefilled = false,
}: DocumentEditorProps) {
  const text = useTexts("records");
  const frame = useTexts("frame");
  const rights = useTexts("rights");
  const mayChange = useMayChange();
  const [base, setBase] = useState(stored);
  const [value, setValue] = useState(stored.value);
  const [valid, setValid] = useState(true);
  const refusal = useRefusal();
  const { busy, run } = useAction(refusal.refuse);
  const [theirs, setTheirs] = useState<Stored>();
  // What the page held when a save ended: older than what was saved, and shown until its next reading arrives.
  const [overtaken, setOvertaken] = useState<Stored>();
  const held = useRef(stored);
  useEffect(() => {
    held.current = stored;
  });
  const edited = !isSame(value, base.value);
  const changed = touched || edited;
  useUnsaved(edited || (touched && !prefilled));

  // What was saved elsewhere comes in by itself while nothing is typed here.
  if (stored !== base && stored !== overtaken && !changed && !isSame(stored, base)) {
    setBase(stored);
    setValue(stored.value);
  }

  const write = async (over: Stored) => {
    refusal.clear();
    try {
      if ((await save(value, over.tag, over.value)) === false) return refusal.lead();
    } catch (error) {
      if (!(error instanceof Failure && error.status === 412 && current)) throw error;
      const now = await current(false);
      // Saved as it was: nothing is lost.
      if (now.tag === over.tag || !isSame(now.value, base.value)) return setTheirs(now);
      await save(value, now.tag, now.value);
    }
    setTheirs(undefined);
    // From here on the page can be left: nothing of it is unsaved, though it was not read again yet.
    setBase({ ...over, value });
    setOvertaken(held.current);
    await queries.invalidateQueries();
    // As it is stored now: with the time of this save, which is no other writer's, and without secrets.
    const now = (await current?.(true)) ?? { ...base, value };
    setBase(now);
    setOvertaken(held.current === now ? undefined : held.current);
    // What was typed while it was being saved stays.
    setValue((shown) => (shown === value ? now.value : shown));
  };
  const take = (other: Stored) => {
    setBase(other);
    setValue(other.value);
    setTheirs(undefined);
  };

  return (
    <form
      ref={refusal.form}
      // What the service demands is said by the service, in the language of the page.
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (valid && changed && mayChange) void run(() => write(base));
      }}
    >
      <FormFaults value={refusal.context}>
        {lead}
        <Tabs defaultValue="form" keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="form" disabled={!valid}>
              {text.form}
            </Tabs.Tab>
            <Tabs.Tab value="json">{text.json}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="form">
            <Fieldset variant="unstyled" disabled={!mayChange} p={0} m={0} bd={0} miw={0}>
              <DrawField value={SchemaField}>{form(value, setValue)}</DrawField>
            </Fieldset>
          </Tabs.Panel>
          <Tabs.Panel value="json">
            <JsonView
              value={value}
              label={text.json}
              {...(mayChange && { onChange: (next) => setValue(next as Document) })}
              onValidity={setValid}
            />
          </Tabs.Panel>
        </Tabs>
      </FormFaults>
      {!mayChange && (
        <Alert mt="lg" color="gray" icon={<Icon name="info" />}>
          {rights.seenOnly}
        </Alert>
      )}
      {mayChange && (
        <div className="console-actions">
          <Refusal {...refusal.shown} />
          <Group gap="sm">
            {/* It keeps the focus when there is nothing to save. */}
            <Button
              type="submit"
              loading={busy}
              data-disabled={!valid || !changed || undefined}
              aria-disabled={!valid || !changed}
            >
              {saveLabel ?? text.save}
            </Button>
            {changed && (
              <Button
                variant="default"
                onClick={() => {
                  refusal.clear();
                  setValue(base.value);
                }}
              >
                {text.undo}
              </Button>
            )}
            {actions}
          </Group>
        </div>
      )}
      {base.updated_at && (
        <Text size="xs" c="dimmed" mt="sm">
          <Changed at={base.updated_at} by={base.updated_by} />
        </Text>
      )}
      <Modal
        opened={theirs !== undefined}
        onClose={() => setTheirs(undefined)}
        title={text.conflictTitle}
        size="xl"
        closeButtonProps={{ "aria-label": frame.close }}
      >
        {theirs && (
          <Stack>
            <Alert color="yellow" icon={<Icon name="warning" />}>
              <Conflict theirs={theirs} />
            </Alert>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <div>
                <Text fw={600}>{text.theirs}</Text>
                <JsonView value={theirs.value} label={text.theirs} />
              </div>
              <div>
                <Text fw={600}>{text.yours}</Text>
                <JsonView value={value} label={text.yours} />
              </div>
            </SimpleGrid>
            <Group justify="flex-end">
              <Button variant="default" onClick={() => take(theirs)}>
                {text.takeTheirs}
              </Button>
              <Button color="red" loading={busy} onClick={() => void run(() => write(theirs))}>
                {text.keepMine}
              </Button>
            </Group>
          </Stack>
        )}
      </Modal>
    </form>
  );
}

/** What a save was refused for: shown at the fields and above the buttons, with the focus on the first of them. */
function useRefusal() {
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Faults>(NO_FAULTS);
  const [problem, setProblem] = useState<unknown>();
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>(NO_LABELS);
  const named = useCallback(
    (place: string, label: string) =>
      setLabels((known) =>
        known.get(place) === label ? known : new Map([...known, [place, label]]),
      ),
    [],
  );
  const context = useMemo(() => ({ faults, named }), [faults, named]);
  useEffect(() => {
    if (faults.size === 0 && problem === undefined) return undefined;
    // Groups that are folded open first.
    const frame = requestAnimationFrame(() => {
      const fields = [...faults.keys()].flatMap((place) => {
        const field = form.current && fieldAt(form.current, place);
        return field ? [field] : [];
      });
      const [first] = fields.sort((one, other) =>
        one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
      );
      if (first) focusWithin(first);
    });
    return () => cancelAnimationFrame(frame);
  }, [faults, problem]);
  return {
    form,
    context,
    shown: { faults, labels, problem },
    /** To what is missing beside the document. */
    lead: () => {
      requestAnimationFrame(() => form.current && focusWithin(form.current));
    },
    clear: () => {
      setFaults(NO_FAULTS);
      setProblem(undefined);
    },
    refuse: (error: unknown) => {
      // The dialog for the end of a session says it.
      if (error instanceof Failure && error.status === 401) return;
      const found = faultsOf(error);
      if (found) setFaults(found);
      else setProblem(error);
    },
  };
}

function Changed({ at, by }: { at: string | undefined; by: string | undefined }) {
  const { changedBy } = useTexts("records");
  return <TimeIn text={changedBy} at={at} places={{ name: <bdi>{by || "–"}</bdi> }} />;
}

function Conflict({ theirs }: { theirs: Stored }) {
  const { conflictText } = useTexts("records");
  const name = <bdi>{theirs.updated_by || "–"}</bdi>;
  return <TimeIn text={conflictText} at={theirs.updated_at} places={{ name }} />;
}
