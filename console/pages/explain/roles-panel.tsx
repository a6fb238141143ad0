/** Why does this user have this role, and why is it in the token of a client? */
import {
  Anchor,
  Button,
  Card,
  Group,
  Skeleton,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { fill } from "../../../src/std/texts/fill.ts";
import { api, payloadOf, type Schemas } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import { hashOf } from "../../base/route.ts";
import { Unanswered } from "../../parts/unanswered.tsx";
import { RecordLink } from "../../records/record-link.tsx";
import { RoleLink, StartBadge, WayPath } from "./way-path.tsx";

type Role = Schemas["ExplainedRole"];
type Token = Schemas["ExplainedTokenRoles"];

/** Rows that are drawn; a filter finds the others. */
const MAX_ROWS = 100;

/** The two kinds have the same route; the types of one stand for both. */
const routeOf = (kind: "users" | "service-accounts") =>
  `/v1/${kind}/{id}/explain-roles` as "/v1/users/{id}/explain-roles";

function Sources({ sources }: { sources: NonNullable<Role["sources"]> }) {
  const text = useTexts("explain");
  const names = [
    ...sources.groups.map((group) => fill(text.group, { name: group })),
    ...sources.providers.map(({ provider, values }) => `${provider} (${values.join(", ")})`),
  ];
  return (
    <Text size="sm" c="dimmed">
      {names.length > 0 ? (
        <>
          {text.sources} <bdi>{names.join("; ")}</bdi>
        </>
      ) : (
        text.noSource
      )}
    </Text>
  );
}

function RoleRow({ role }: { role: Role }) {
  const text = useTexts("explain");
  const { id, name, starts, within, sources } = role;
  return (
    <Table.Tr>
      <Table.Td>
        <RoleLink {...{ id, name }} />
      </Table.Td>
      <Table.Td>
        <Stack gap={4}>
          <Group gap={4}>
            {starts.map((start) => (
              <StartBadge key={JSON.stringify(start)} start={start} />
            ))}
          </Group>
          {sources && <Sources sources={sources} />}
          {within.length > 0 && (
            <Group gap={6}>
              <Text size="sm">{text.within}</Text>
              {within.map((container) => (
                <RoleLink key={container.id} {...container} />
              ))}
            </Group>
          )}
        </Stack>
      </Table.Td>
    </Table.Tr>
  );
}

function TokenRoles({ token, who }: { token: Token; who: string }) {
  const text = useTexts("explain");
  if (token.refusal !== undefined) return <Text>{fill(text.noToken, { why: token.refusal })}</Text>;
  return (
    <Stack gap="xs">
      <Text size="sm">
        {fill(text.tokenScope, { scope: token.scope.join(" ") || "–", claim: token.roles_claim })}
      </Text>
      {token.total === 0 && <Text>{text.noTokenRoles}</Text>}
      {token.roles.map(({ name, held, from }) => (
        <Card withBorder padding="sm" key={name}>
          <Text fw={600}>
            <bdi>{name}</bdi>
          </Text>
          {held && <Text size="sm">{text.heldRole}</Text>}
          <Stack gap={6} component="ul" p={0} m={0}>
            {from.map(({ permission, scope, way }) => (
              <WayPath
                key={`${permission.id} ${scope}`}
                way={way ?? { given: "own", roles: [] }}
                who={who}
                end={
                  <>
                    <RecordLink tab="permissions" id={permission.id}>
                      <bdi>{permission.name}</bdi>
                    </RecordLink>
                    <Text size="sm" c="dimmed">
                      {fill(text.byScope, { scope })}
                    </Text>
                  </>
                }
              />
            ))}
          </Stack>
        </Card>
      ))}
      {token.other_scopes.length > 0 && (
        <Text size="sm" c="dimmed">
          {text.otherScopes} <bdi>{token.other_scopes.join(" ")}</bdi>
        </Text>
      )}
    </Stack>
  );
}

/** @param who how the user is called in the paths */
export function RolesPanel({
  kind,
  id,
  who,
}: {
  kind: "users" | "service-accounts";
  id: string;
  who: string;
}) {
  const text = useTexts("explain");
  const [typed, setTyped] = useState({ client_id: "", scope: "" });
  const [question, setQuestion] = useState(typed);
  const [filter, setFilter] = useState("");
  const [open, setOpen] = useState(false);
  const answer = useQuery({
    queryKey: ["explain-roles", kind, id, question],
    queryFn: () => payloadOf(api.POST(routeOf(kind), { params: { path: { id } }, body: question })),
    enabled: open,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setQuestion(typed);
  };
  const wanted = filter.trim().toLowerCase();
  const roles = answer.data?.roles.filter(({ name }) => name.toLowerCase().includes(wanted)) ?? [];
  return (
    <Card withBorder component="section" aria-label={text.rolesTitle}>
      <Stack>
        <Group justify="space-between">
          <div>
            <Title order={2} size="h4">
              {text.rolesTitle}
            </Title>
            <Text size="sm" c="dimmed">
              {text.rolesAbout}
            </Text>
          </div>
          <Group gap="sm">
            <Anchor href={hashOf("check", "", { fill: 1, who })} size="sm">
              {text.checkWho}
            </Anchor>
            {!open && (
              <Button variant="default" onClick={() => setOpen(true)}>
                {text.explain}
              </Button>
            )}
          </Group>
        </Group>
        {open && answer.error && (
          <Unanswered error={answer.error} onRetry={() => void answer.refetch()} />
        )}
        {open && !answer.data && !answer.error && <Skeleton height={120} />}
        {answer.data && (
          <>
            {answer.data.total > 8 && (
              <TextInput
                label={text.filterRoles}
                value={filter}
                onChange={(event) => setFilter(event.currentTarget.value)}
              />
            )}
            {answer.data.total === 0 ? (
              <Text>{text.noRoles}</Text>
            ) : (
              <Table className="console-table">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{fill(text.roleCount, { count: answer.data.total })}</Table.Th>
                    <Table.Th>{text.cameBy}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {roles.slice(0, MAX_ROWS).map((role) => (
                    <RoleRow key={role.id} role={role} />
                  ))}
                </Table.Tbody>
              </Table>
            )}
            {roles.length > MAX_ROWS && (
              <Text size="sm" c="dimmed">
                {fill(text.moreRoles, { count: roles.length - MAX_ROWS })}
              </Text>
            )}
            <form onSubmit={submit} aria-label={text.tokenTitle}>
              <Group align="end">
                <TextInput
                  label={text.client}
                  value={typed.client_id}
                  onChange={(event) => setTyped({ ...typed, client_id: event.currentTarget.value })}
                />
                <TextInput
                  label={text.scope}
                  value={typed.scope}
                  onChange={(event) => setTyped({ ...typed, scope: event.currentTarget.value })}
                />
                <Button type="submit" variant="default">
                  {text.askToken}
                </Button>
              </Group>
            </form>
            <div aria-live="polite">
              {answer.data.token && <TokenRoles token={answer.data.token} who={who} />}
            </div>
          </>
        )}
      </Stack>
    </Card>
  );
}
