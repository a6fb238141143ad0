/** The answer of an access check with everything that led to it. */
import { Alert, Card, Group, Stack, Table, Text, Title } from "@mantine/core";
import type { Schemas } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import { hashOf } from "../../base/route.ts";
import { Icon } from "../../parts/icon.tsx";
import { WayPath } from "../explain/way-path.tsx";

export interface Question {
  readonly who: string;
  readonly host: string;
  readonly path: string;
  readonly method: string;
}

type Explanation = Schemas["CheckExplanation"];
type Found = Schemas["ExplainedResource"];

function PermissionLink({ id, name }: { id: string; name: string }) {
  return (
    <a className="console-link" href={hashOf("permissions", id)}>
      <bdi>{name}</bdi>
    </a>
  );
}

/** Where the record of a principal is; keys are on a page of their own. */
function Principal({ identity }: { identity: Explanation["identity"] }) {
  const text = useTexts("explain");
  const { principal, state } = identity;
  const name = principal?.alias[0] ?? principal?.id;
  const tab = principal?.kind === "service_account" ? "service-accounts" : "users";
  return (
    <>
      {principal && principal.kind !== "api_key" ? (
        <a className="console-link" href={hashOf(tab, principal.id)}>
          <bdi>{name}</bdi>
        </a>
      ) : (
        name && <bdi>{name}</bdi>
      )}
      {name && " · "}
      {text.states[state]}
      {principal?.inherits_owner && ` ${text.inheritsOwner}`}
    </>
  );
}

function Resource({ found, who }: { found: Found; who: string }) {
  const text = useTexts("explain");
  const { permission, pattern, exclusion, failing, ways, dormant = [], held } = found;
  const end = <PermissionLink {...permission} />;
  return (
    <Card withBorder padding="sm" component="li">
      <Stack gap={6}>
        <Group gap="xs">
          {end}
          {permission.public && <Text size="sm">{text.public}</Text>}
          {!held && (
            <Text size="sm" c="dimmed">
              {text.notHeld}
            </Text>
          )}
        </Group>
        {pattern !== undefined && (
          <Text size="sm">
            {text.pattern} <code>{pattern}</code>
          </Text>
        )}
        {exclusion && (
          <Text size="sm">
            {text.excludedBy} <code>{exclusion.pattern}</code>
          </Text>
        )}
        {failing.map((rule) => (
          <Text size="sm" key={rule}>
            <Icon name="close" size={14} /> {text.failing[rule]}
          </Text>
        ))}
        {ways.length > 0 && (
          <Stack gap={6} component="ul" p={0} m={0} aria-label={text.ways}>
            {ways.map((way) => (
              <WayPath key={JSON.stringify(way)} {...{ way, who, end }} />
            ))}
          </Stack>
        )}
        {dormant.length > 0 && (
          <Stack gap={6} component="ul" p={0} m={0} aria-label={text.dormant}>
            <Text size="sm" component="li" c="dimmed">
              {text.dormant}
            </Text>
            {dormant.map((way) => (
              <WayPath key={JSON.stringify(way)} {...{ way, who, end }} />
            ))}
          </Stack>
        )}
      </Stack>
    </Card>
  );
}

function Resources({ title, all, who }: { title: string; all: readonly Found[]; who: string }) {
  if (all.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      <Stack component="ul" p={0} m={0} gap="xs">
        {all.map((found) => (
          <Resource key={`${found.permission.id}/${found.resource}`} {...{ found, who }} />
        ))}
      </Stack>
    </section>
  );
}

export function Result({ said, question }: { said: Explanation; question: Question }) {
  const text = useTexts("explain");
  const { allowed, reason, identity, request } = said;
  const who = identity.principal?.alias[0] ?? (question.who || text.anyone);
  const hosts = request.host_check
    ? request.default_hosts.length > 0
      ? `${text.defaultHosts} ${request.default_hosts.join(", ")}`
      : text.noDefaultHosts
    : text.hostsIgnored;
  return (
    <Stack>
      <Alert
        color={allowed ? "teal" : "red"}
        icon={<Icon name={allowed ? "done" : "close"} />}
        title={allowed ? text.allowed : text.refused}
      >
        {text.reasons[reason]}
      </Alert>
      <Table className="console-table" variant="vertical" layout="fixed">
        <Table.Tbody>
          <Table.Tr>
            <Table.Th w={160}>{text.who}</Table.Th>
            <Table.Td>
              <Principal identity={identity} />
            </Table.Td>
          </Table.Tr>
          <Table.Tr>
            <Table.Th>{text.understood}</Table.Th>
            <Table.Td>
              <code>
                <bdi>{request.method}</bdi> <bdi>{request.host ?? text.unusable}</bdi>{" "}
                <bdi>{request.path ?? text.unusable}</bdi>
              </code>
              <Text size="sm" c="dimmed">
                <bdi>{hosts}</bdi>
              </Text>
            </Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
      <Resources title={text.decidedBy} all={said.decided_by} who={who} />
      <Resources title={text.nearMisses} all={said.near_misses} who={who} />
      {!allowed && said.near_misses.length === 0 && <Text size="sm">{text.nothingNear}</Text>}
      {!said.complete && (
        <Text size="sm" c="dimmed">
          {text.incomplete}
        </Text>
      )}
    </Stack>
  );
}
