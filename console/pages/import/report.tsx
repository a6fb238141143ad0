/** What an import did or would do: a count for each outcome, and each entry with its reason. */
import { Alert, Badge, Button, Group, Select, Stack, Table } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { fill } from "../../../src/std/texts/fill.ts";
import { useLanguage, useReasons, useSentences, useTexts } from "../../base/language.ts";
import { hashOf } from "../../base/route.ts";
import { Icon } from "../../parts/icon.tsx";
import { saveText } from "../../parts/save-text.ts";
import type { Format } from "./people-file.ts";
import { OUTCOMES, type Outcome, type Report, type ReportLine } from "./run-import.ts";

const COLOURS: Readonly<Record<Outcome, string>> = {
  ...{ refused: "red", created: "green", updated: "blue", unchanged: "gray", skipped: "gray" },
};
const PER_STEP = 100;

/** The reason of an entry: with the member that it is about, else as a sentence. */
function useReasonOf(): (line: Pick<ReportLine, "reason">) => string {
  const sentence = useSentences();
  const reason = useReasons();
  return ({ reason: said }) => {
    if (!said) return "";
    return said.at === undefined ? reason(said) : sentence(said);
  };
}

interface EntriesProps {
  readonly lines: readonly ReportLine[];
  readonly format: Format;
  /** Whether people are invited. */
  readonly invites: boolean;
}

function Entries({ lines, format, invites }: EntriesProps) {
  const text = useTexts("peopleImport");
  const reasonOf = useReasonOf();
  const place = format === "keycloak" ? text.entry : text.line;
  return (
    <Table className="console-table console-cards">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={80}>{place}</Table.Th>
          <Table.Th>{text.person}</Table.Th>
          <Table.Th w={120}>{text.outcome}</Table.Th>
          {invites && <Table.Th>{text.invitation}</Table.Th>}
          <Table.Th>{text.reason}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((one) => (
          <Table.Tr key={one.line} data-line={one.line}>
            <Table.Td data-label={place}>{one.line}</Table.Td>
            <Table.Td data-label={text.person} style={{ overflowWrap: "anywhere" }}>
              <bdi>
                {one.id ? (
                  <a href={hashOf("users", one.id)} className="console-link">
                    {one.name ?? one.id}
                  </a>
                ) : (
                  one.name
                )}
              </bdi>
            </Table.Td>
            <Table.Td data-label={text.outcome}>
              <Badge variant="light" tt="none" color={COLOURS[one.outcome]}>
                {text.outcomes[one.outcome]}
              </Badge>
            </Table.Td>
            {invites && (
              <Table.Td data-label={text.invitation}>
                {one.invitation && text.invitations[one.invitation]}
              </Table.Td>
            )}
            <Table.Td data-label={text.reason}>{reasonOf(one)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function CutOff({ report, isDry, format }: ReportProps) {
  const text = useTexts("peopleImport");
  const reasonOf = useReasonOf();
  const { reason } = report.summary;
  const [, line] = /^line (\d+)$/.exec(reason?.at ?? "") ?? [];
  const said =
    reason && line !== undefined
      ? reasonOf({
          reason: { ...reason, at: undefined, text: reason.text.replace(/^line \d+: /, "") },
        })
      : reasonOf({ ...(reason && { reason }) });
  return (
    <Alert color="red" icon={<Icon name="warning" />} role="alert" title={text.cutOff}>
      {line === undefined || format === "keycloak"
        ? said
        : fill(text.atLine, { line, reason: said })}
      <br />
      {isDry ? text.cutOffBefore : text.cutOffAfter}
    </Alert>
  );
}

export interface ReportProps {
  readonly report: Report;
  readonly format: Format;
  /** Nothing was written. */
  readonly isDry: boolean;
  /** Below the counts. */
  readonly children?: ReactNode;
}

export function ShownReport({ report, format, isDry, children }: ReportProps) {
  const text = useTexts("peopleImport");
  const language = useLanguage();
  const { lines, summary } = report;
  const [shown, setShown] = useState<Outcome | null>(summary.refused > 0 ? "refused" : null);
  const [most, setMost] = useState(PER_STEP);
  const count = (value: number) => value.toLocaleString(language);
  const found = shown === null ? lines : lines.filter(({ outcome }) => outcome === shown);
  const there = OUTCOMES.filter((outcome) => summary[outcome] > 0);
  return (
    <Stack gap="sm">
      {!summary.complete && <CutOff {...{ report, format, isDry }} />}
      <Group gap="xs" role="status">
        {there.map((outcome) => (
          <Badge key={outcome} size="lg" variant="light" tt="none" color={COLOURS[outcome]}>
            {fill(text.of, { outcome: text.outcomes[outcome], count: count(summary[outcome]) })}
          </Badge>
        ))}
      </Group>
      {children}
      {lines.length > 0 && (
        <Group gap="sm" align="end">
          <Select
            size="xs"
            label={text.show}
            allowDeselect={false}
            data={[
              { value: "", label: fill(text.all, { count: count(lines.length) }) },
              ...there.map((outcome) => ({
                value: outcome,
                label: fill(text.of, {
                  outcome: text.outcomes[outcome],
                  count: count(summary[outcome]),
                }),
              })),
            ]}
            value={shown ?? ""}
            onChange={(value) => {
              setShown(OUTCOMES.find((one) => one === value) ?? null);
              setMost(PER_STEP);
            }}
          />
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="download" size={16} />}
            onClick={() =>
              saveText(
                "import-report.ndjson",
                "application/x-ndjson",
                lines.map((one) => `${JSON.stringify(one)}\n`).join(""),
              )
            }
          >
            {text.download}
          </Button>
        </Group>
      )}
      {found.length > 0 && (
        <Entries
          lines={found.slice(0, most)}
          format={format}
          invites={summary.invited !== undefined}
        />
      )}
      {found.length > most && (
        <div>
          <Button size="xs" variant="default" onClick={() => setMost(most + PER_STEP)}>
            {text.more}
          </Button>
        </div>
      )}
    </Stack>
  );
}
