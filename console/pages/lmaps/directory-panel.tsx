/** The groups that the directory has at this moment, what they give, and the two kinds of sync. */
import {
  Alert,
  Anchor,
  Badge,
  Button,
  Group,
  Paper,
  Skeleton,
  Stack,
  Table,
  Text,
  TextInput,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fill } from "../../../src/std/texts/fill.ts";
import { api, listOf, payloadOf, type Schemas } from "../../api/client.ts";
import { Failure } from "../../api/failure.ts";
import { useSentences, useTexts } from "../../base/language.ts";
import { queries } from "../../base/queries.ts";
import { hashOf } from "../../base/route.ts";
import { SectionHead } from "../../form/sections.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Offered } from "../../parts/offered.tsx";
import { Unanswered } from "../../parts/unanswered.tsx";
import { useAction } from "../../parts/use-action.ts";
import { RoleNames } from "../../records/role-names.tsx";
import { SyncReport } from "./sync-report.tsx";

/** As many as a page can show at once; the box above the table narrows them. */
const MAX_SHOWN = 200;

export function DirectoryPanel() {
  const text = useTexts("directory");
  const sentence = useSentences();
  const groups = useQuery({
    queryKey: ["ldap-groups"],
    queryFn: () => listOf(api.GET("/v1/ldap/groups")),
    // Each question goes to the directory itself.
    staleTime: 30_000,
    retry: false,
  });
  const failure = groups.error instanceof Failure ? groups.error : undefined;
  const inactive = failure?.status === 424;
  return (
    <Paper withBorder p="md" component="section" aria-label={text.live}>
      <SectionHead title={text.live} about={text.liveAbout} />
      {inactive ? (
        <Alert color="gray" icon={<Icon name="directory" />} title={text.inactive}>
          <Stack gap="xs" align="start">
            <Text size="sm">{failure.sentences.map(sentence).join(" ")}</Text>
            <Button component="a" size="xs" variant="default" href={hashOf("ldap")}>
              {text.toDirectories}
            </Button>
          </Stack>
        </Alert>
      ) : groups.error ? (
        <Unanswered error={groups.error} onRetry={() => void groups.refetch()} />
      ) : groups.data ? (
        <Stack>
          <Offered calls="POST /v1/ldap/sync">
            <Syncs />
          </Offered>
          <Groups groups={groups.data.items} />
        </Stack>
      ) : (
        <Skeleton height={160} />
      )}
    </Paper>
  );
}

function Syncs() {
  const text = useTexts("directory");
  const { busy, run } = useAction();
  const [report, setReport] = useState<Schemas["LdapSyncReport"]>();
  const sync = async (force: boolean) => {
    setReport(await payloadOf(api.POST("/v1/ldap/sync", { body: { force } })));
    await queries.invalidateQueries();
  };
  return (
    <Stack gap="sm">
      <Group gap="xs" align="start">
        <Button
          size="xs"
          loading={busy}
          leftSection={<Icon name="refresh" size={14} />}
          onClick={() => void run(() => sync(false))}
        >
          {text.sync}
        </Button>
        <Confirm
          label={text.forceSync}
          consequence={text.forceConsequence}
          onConfirm={() => sync(true)}
        />
      </Group>
      {report && <SyncReport report={report} />}
    </Stack>
  );
}

function Groups({ groups }: { groups: readonly Schemas["LdapGroup"][] }) {
  const text = useTexts("directory");
  const [filter, setFilter] = useState("");
  const words = filter.trim().toLowerCase();
  const matching = groups.filter(({ name, description }) =>
    `${name} ${description}`.toLowerCase().includes(words),
  );
  if (groups.length === 0) return <Text c="dimmed">{text.noGroups}</Text>;
  return (
    <>
      <TextInput
        maw={360}
        size="xs"
        aria-label={text.filterGroups}
        placeholder={text.filterGroups}
        value={filter}
        onChange={({ currentTarget }) => setFilter(currentTarget.value)}
      />
      <Table className="console-table console-cards" verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text.group}</Table.Th>
            <Table.Th>{text.members}</Table.Th>
            <Table.Th>{text.roles}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {matching
            .slice(0, MAX_SHOWN)
            .map(({ name, dn, ambiguous, description, members, role_ids, map }) => (
              <Table.Tr key={dn} data-group={name}>
                <Table.Td>
                  <bdi>{name}</bdi>
                  {ambiguous && (
                    <Text size="xs" c="dimmed">
                      <bdi>{dn}</bdi>
                    </Text>
                  )}
                  {description && (
                    <Text size="xs" c="dimmed">
                      <bdi>{description}</bdi>
                    </Text>
                  )}
                </Table.Td>
                <Table.Td data-label={text.members}>{members.length}</Table.Td>
                <Table.Td data-label={text.roles}>
                  <Group gap={6}>
                    {map === "none" ? (
                      <>
                        <Text size="sm" c="dimmed">
                          {text.notMapped}
                        </Text>
                        <Anchor
                          size="sm"
                          href={hashOf("lmaps", "new", { name: ambiguous ? dn : name })}
                        >
                          {text.map}
                        </Anchor>
                      </>
                    ) : (
                      <>
                        <span>
                          <RoleNames ids={role_ids} />
                        </span>
                        <Badge variant="light" color="gray" tt="none">
                          {text.kinds[map]}
                        </Badge>
                        <Anchor size="sm" href={hashOf("lmaps", name)}>
                          {text.change}
                        </Anchor>
                      </>
                    )}
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
      {matching.length > MAX_SHOWN && (
        <Text size="xs" c="dimmed">
          {fill(text.firstOf, { shown: MAX_SHOWN, total: matching.length })}
        </Text>
      )}
    </>
  );
}
