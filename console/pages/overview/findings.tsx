/** What the doctor found, worst first, each with the way to the page that repairs it. */
import {
  Badge,
  Button,
  Code,
  Group,
  List,
  Paper,
  Skeleton,
  Stack,
  Text,
  Title,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fill } from "../../../src/std/texts/fill.ts";
import { api, payloadOf, type Schemas } from "../../api/client.ts";
import { useSentences, useTexts } from "../../base/language.ts";
import { hashOf } from "../../base/route.ts";
import { Copy } from "../../parts/copy.tsx";
import { Unanswered } from "../../parts/unanswered.tsx";

type Finding = Schemas["Finding"];

const COLOURS = { danger: "red", warning: "orange", hint: "blue", ok: "teal" } as const;

/** What is still being checked is asked for again after a while. */
export const useFindings = () =>
  useQuery({
    queryKey: ["doctor"],
    queryFn: () => payloadOf(api.GET("/v1/doctor")),
    refetchInterval: 60_000,
  });

function Repair({ finding: { repair }, title }: { finding: Finding; title: string }) {
  const text = useTexts("overview");
  const names = useTexts("tabs");
  if (!repair) return null;
  const { tab, record, setting, command } = repair;
  return (
    <Group gap="xs" mt={4}>
      {tab !== undefined && Object.hasOwn(names, tab) && (
        <Button
          component="a"
          href={hashOf(tab, record)}
          size="compact-xs"
          variant="light"
          aria-label={fill(text.repairNamed, { title })}
        >
          {text.repair}
        </Button>
      )}
      {setting !== undefined && (
        <Text size="xs" c="dimmed">
          {text.setting} <Code>{setting}</Code>
        </Text>
      )}
      {command !== undefined && (
        <Group gap={4}>
          <Text size="xs" c="dimmed">
            {text.command} <Code>{command}</Code>
          </Text>
          <Copy value={command} />
        </Group>
      )}
    </Group>
  );
}

function Found({ finding }: { finding: Finding }) {
  const text = useTexts("overview");
  const say = useSentences();
  const { id, severity, notes } = finding;
  // An older instance beside this one has no ids of sentences.
  const message = finding.message ?? { id: "", text: finding.text };
  const title = say({ id: `doctor.${id}`, text: finding.title });
  return (
    <Paper withBorder p="sm" component="li" data-finding={id} data-severity={severity}>
      <Group gap="xs" align="start">
        <Badge color={COLOURS[severity]} variant="light" miw={86} style={{ flexShrink: 0 }}>
          {text.severities[severity]}
        </Badge>
        <div className="console-finding-text">
          <Text size="sm" fw={600}>
            {title}
          </Text>
          <Text size="sm">{say(message)}</Text>
          {notes && (
            <List size="sm" mt={4} c="dimmed">
              {notes.map((note) => (
                <List.Item key={note.text}>
                  <bdi style={{ overflowWrap: "anywhere" }}>{say(note)}</bdi>
                </List.Item>
              ))}
            </List>
          )}
          <Repair finding={finding} title={title} />
        </div>
      </Group>
    </Paper>
  );
}

export function Findings() {
  const text = useTexts("overview");
  const findings = useFindings();
  const [all, setAll] = useState(false);
  if (findings.error && !findings.data) {
    return <Unanswered error={findings.error} onRetry={() => void findings.refetch()} />;
  }
  if (!findings.data) return <Skeleton height={160} />;
  const wrong = findings.data.filter(({ severity }) => severity !== "ok");
  const fine = findings.data.filter(({ severity }) => severity === "ok");
  const shown = all ? findings.data : wrong;
  return (
    <section aria-labelledby="overview-findings">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5" id="overview-findings">
          {text.findings}
        </Title>
        <Button size="compact-xs" variant="subtle" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? text.hideFine : fill(text.showFine, { count: fine.length })}
        </Button>
      </Group>
      {wrong.length === 0 && <Text size="sm">{text.allFine}</Text>}
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
        {shown.map((finding) => (
          <Found key={finding.id} finding={finding} />
        ))}
      </Stack>
    </section>
  );
}
