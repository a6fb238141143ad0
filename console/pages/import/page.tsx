/** People of another service or a list become users: a file, what would happen line by line, and then the import (ADR 0101). */
import {
  Alert,
  Button,
  Checkbox,
  FileInput,
  Group,
  Select,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { useState } from "react";
import { fill } from "../../../src/std/texts/fill.ts";
import { useLanguage, useTexts } from "../../base/language.ts";
import { queries } from "../../base/queries.ts";
import { useUnsaved } from "../../base/use-unsaved.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Section } from "../../parts/section.tsx";
import { useAction } from "../../parts/use-action.ts";
import { TabHead } from "../../settings/namespace-page.tsx";
import { type Format, formatOf, MAX_BYTES, type PeopleFile } from "./people-file.ts";
import { ShownReport } from "./report.tsx";
import { type ImportOptions, type Report, runImport } from "./run-import.ts";

const FORMATS = ["csv", "ndjson", "keycloak"] as const;
const SOURCE = /^[0-9A-Za-z_.:-]{1,64}$/;

const SWITCHES = ["update", "invite", "not_local", "without_totp", "allow_administrators"] as const;
type Switch = (typeof SWITCHES)[number];

/** What was chosen on the page. */
interface Wish {
  readonly format: Format;
  readonly source: string;
  readonly on: readonly Switch[];
}

const optionsOf = ({ format, source, on }: Wish): ImportOptions => ({
  format,
  ...(source !== "" && { source }),
  update: on.includes("update"),
  allow_administrators: on.includes("allow_administrators"),
  without_totp: on.includes("without_totp"),
  local: !on.includes("not_local"),
  invite: on.includes("invite"),
});

/** Why a file is not taken; undefined for one that can be read. */
type Fault = "tooLarge" | "emptyFile" | "unreadable";

async function readPeople(file: File): Promise<PeopleFile | Fault> {
  if (file.size > MAX_BYTES) return "tooLarge";
  if (file.size === 0) return "emptyFile";
  try {
    return { name: file.name, bytes: await file.arrayBuffer() };
  } catch {
    return "unreadable";
  }
}

interface FieldsProps {
  readonly wish: Wish;
  readonly change: (part: Partial<Wish>) => void;
}

function Fields({ wish, change }: FieldsProps) {
  const text = useTexts("peopleImport");
  const { format, source, on } = wish;
  const said: Readonly<Record<Switch, readonly [label: string, about: string]>> = {
    update: [text.update, text.updateAbout],
    invite: [text.invite, text.inviteAbout],
    not_local: [text.notLocal, text.notLocalAbout],
    without_totp: [text.withoutTotp, text.withoutTotpAbout],
    allow_administrators: [text.administrators, text.administratorsAbout],
  };
  return (
    <>
      <Group align="start" gap="sm" grow preventGrowOverflow={false}>
        <Select
          label={text.format}
          allowDeselect={false}
          data={FORMATS.map((value) => ({ value, label: text.formats[value] }))}
          value={format}
          onChange={(value) => change({ format: value as Format })}
        />
        <TextInput
          label={text.source}
          description={text.sourceAbout}
          placeholder={format === "keycloak" ? "keycloak" : "import"}
          error={source !== "" && !SOURCE.test(source) && text.sourceForm}
          spellCheck={false}
          value={source}
          onChange={({ currentTarget }) => change({ source: currentTarget.value.trim() })}
        />
      </Group>
      {SWITCHES.map((name) => (
        <Checkbox
          key={name}
          label={said[name][0]}
          description={said[name][1]}
          checked={on.includes(name)}
          onChange={({ currentTarget: { checked } }) =>
            change({ on: checked ? [...on, name] : on.filter((one) => one !== name) })
          }
        />
      ))}
    </>
  );
}

/** A report, and the import or dry run that it is of. */
interface Told {
  readonly report: Report;
  readonly format: Format;
  readonly isDry: boolean;
}

function Doing({ told, onConfirm }: { told: Told; onConfirm: () => Promise<unknown> }) {
  const text = useTexts("peopleImport");
  const language = useLanguage();
  const { summary } = told.report;
  if (!summary.complete) return null;
  const mails = summary.invited ?? 0;
  if (summary.created + summary.updated + mails === 0) {
    return (
      <Alert color="gray" icon={<Icon name="info" />} role="status">
        {text.nothing}
      </Alert>
    );
  }
  const count = (value: number) => value.toLocaleString(language);
  const counts = {
    created: count(summary.created),
    updated: count(summary.updated),
    refused: count(summary.refused),
    mails: mails > 0 ? fill(text.mails, { count: count(mails) }) : text.noMails,
  };
  return (
    <div>
      <Confirm
        calls="POST /v1/users/import"
        label={text.run}
        consequence={fill(text.consequence, counts)}
        onConfirm={onConfirm}
      />
    </div>
  );
}

export default function Page() {
  const text = useTexts("peopleImport");
  const language = useLanguage();
  const [chosen, setChosen] = useState<File | null>(null);
  const [file, setFile] = useState<PeopleFile>();
  const [fault, setFault] = useState<Fault>();
  const [wish, setWish] = useState<Wish>({ format: "csv", source: "", on: [] });
  const [told, setTold] = useState<Told>();
  const [soFar, setSoFar] = useState(0);
  const [isWriting, setWriting] = useState(false);
  const { busy, run } = useAction();
  useUnsaved(isWriting);
  const choose = async (next: File | null) => {
    setTold(undefined);
    setFile(undefined);
    setFault(undefined);
    setChosen(next);
    if (!next) return;
    setWish((before) => ({ ...before, format: formatOf(next.name) }));
    const read = await readPeople(next);
    if (typeof read === "string") setFault(read);
    else setFile(read);
  };
  const change = (part: Partial<Wish>) => {
    setWish({ ...wish, ...part });
    setTold(undefined);
  };
  const ask = async (isDry: boolean) => {
    if (!file) return;
    setSoFar(0);
    const { format } = wish;
    setTold({ report: await runImport(file, optionsOf(wish), isDry, setSoFar), format, isDry });
  };
  const write = async () => {
    setWriting(true);
    try {
      await ask(false);
    } finally {
      setWriting(false);
      await queries.invalidateQueries();
    }
  };
  const isAllowed = wish.source === "" || SOURCE.test(wish.source);
  return (
    <Stack>
      <TabHead of="import" />
      <Panel title={text.file} about={text.fileAbout}>
        <FileInput
          label={text.choose}
          description={text.chooseAbout}
          placeholder={text.chooseNow}
          accept=".csv,.tsv,.txt,.ndjson,.jsonl,.json"
          error={fault && text[fault]}
          value={chosen}
          onChange={(next) => void choose(next)}
        />
        <Fields {...{ wish, change }} />
        <Group gap="sm">
          <Button
            loading={busy}
            disabled={!file || !isAllowed || isWriting}
            onClick={() => {
              setTold(undefined);
              void run(() => ask(true));
            }}
          >
            {text.look}
          </Button>
          {(busy || isWriting) && soFar > 0 && (
            <Text size="sm" c="dimmed">
              {fill(text.soFar, { count: soFar.toLocaleString(language) })}
            </Text>
          )}
        </Group>
      </Panel>
      {told && (
        <Section title={told.isDry ? text.would : text.happened}>
          <Stack gap="sm">
            {!told.isDry && told.report.summary.complete && (
              <Alert color="teal" icon={<Icon name="done" />} role="status" title={text.done}>
                {(told.report.summary.invited ?? 0) > 0 ? text.queued : text.doneAbout}
              </Alert>
            )}
            <ShownReport key={`${told.isDry}`} {...told}>
              {told.isDry && <Doing told={told} onConfirm={write} />}
            </ShownReport>
          </Stack>
        </Section>
      )}
    </Stack>
  );
}
