/** The processes that serve this database: one as a list of what it is, several as a table. */
import { Badge, Paper, Table, Text, Title } from "@mantine/core";
import type { Schemas } from "../../api/client.ts";
import { useLanguage, useTexts } from "../../base/language.ts";
import { Time, TimeIn } from "../../parts/time.tsx";
import { useLoad } from "./use-load.ts";

type Instance = Schemas["Instance"];

const COLOURS = { running: "teal", silent: "orange", stopped: "gray" } as const;

const placeOf = ({ host, process, id }: Instance) =>
  [host ?? id, process].filter((part) => part !== undefined).join(" · ");

function State({ instance: { state, answers, seen } }: { instance: Instance }) {
  const text = useTexts("overview");
  return (
    <>
      <Badge variant="light" color={COLOURS[state]} tt="none" miw="max-content">
        {text.states[state]}
      </Badge>
      <Text size="xs" c="dimmed" style={{ whiteSpace: "nowrap" }}>
        {answers && text.answers}
        {state !== "running" && <TimeIn text={text.seen} at={seen} />}
      </Text>
    </>
  );
}

/** Beside the load; of several the table tells. */
export function OneInstance({ load }: { load: Schemas["Load"] }) {
  const text = useTexts("overview");
  const { instances, complete, storage } = load;
  const [instance, other] = instances;
  if (!instance || other) return null;
  const rows = [
    [text.version, instance.version ?? "–"],
    [text.runtime, instance.runtime],
    [text.storage, storage],
    [text.data, String(instance.auth_version)],
    [text.listener, text.listeners[instance.listener]],
  ] as const;
  return (
    <>
      <Table verticalSpacing={4} aria-label={text.instance}>
        <Table.Tbody>
          {rows.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th fw={500}>{name}</Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
          <Table.Tr>
            <Table.Th fw={500}>{text.started}</Table.Th>
            <Table.Td>
              <Time value={instance.since} />
            </Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
      {!complete && (
        <Text size="xs" c="dimmed">
          {text.alone}
        </Text>
      )}
    </>
  );
}

/** As wide as the page; absent where one instance stands alone. */
export function Instances() {
  const text = useTexts("overview");
  const language = useLanguage();
  const { instances = [] } = useLoad().data ?? {};
  if (instances.length < 2) return null;
  const heads = [
    text.machine,
    text.state,
    text.version,
    text.lastHour,
    text.dataShort,
    text.changesShort,
    text.started,
  ];
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="overview-instances">
      <Title order={2} size="h5" id="overview-instances">
        {text.instances}
      </Title>
      <Table.ScrollContainer minWidth={800}>
        <Table
          className="console-table"
          verticalSpacing={6}
          fz="sm"
          aria-labelledby="overview-instances"
        >
          <Table.Thead>
            <Table.Tr>
              {heads.map((head) => (
                <Table.Th key={head}>{head}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {instances.map((instance) => (
              <Table.Tr key={instance.id}>
                <Table.Td>{placeOf(instance)}</Table.Td>
                <Table.Td>
                  <State instance={instance} />
                </Table.Td>
                <Table.Td>
                  {instance.version ?? "–"} {instance.runtime}
                </Table.Td>
                <Table.Td>{instance.total.requests.toLocaleString(language)}</Table.Td>
                <Table.Td>{instance.auth_version}</Table.Td>
                <Table.Td>{text.listeners[instance.listener]}</Table.Td>
                <Table.Td>
                  <Time value={instance.since} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  );
}
