/** Roles and permissions for a time: the grants of now, granting, withdrawing (auth-wire 2.4, 8.2). */
import {
  Button,
  Group,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Table,
  Text,
  TextInput,
} from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { fill } from "../../src/std/texts/fill.ts";
import { api, type Schemas } from "../api/client.ts";
import { useTexts } from "../base/language.ts";
import { succeeded } from "../base/notices.ts";
import { queries } from "../base/queries.ts";
import { useMay } from "../base/rights.ts";
import { useUnsaved } from "../base/use-unsaved.ts";
import { Section } from "../parts/section.tsx";
import { Time } from "../parts/time.tsx";
import { knownName, type NamedBase, NameOf } from "../records/names.tsx";
import { RecordPicker } from "../records/record-picker.tsx";

type Principal = Schemas["Principal"];
type Grant = Principal["tmp_role_ids"][number];
export type PrincipalBase = "/v1/users" | "/v1/service-accounts";

/** Go's zero time stands for a window that has always been open. */
const isOpen = ({ starts_at }: Grant) => new Date(starts_at).getTime() <= Date.now();
/** `2030-05-01T10:00` of the reader's zone → an instant. */
const instantOf = (local: string) => (local === "" ? undefined : new Date(local).toISOString());

const OWN = "own";

export function TemporaryAccess({ base, record }: { base: PrincipalBase; record: Principal }) {
  const text = useTexts("people");
  const [roles, setRoles] = useState<string[]>([]);
  const [permissions, setPermissions] = useState<string[]>([]);
  const [start, setStart] = useState("");
  const [length, setLength] = useState("8h");
  const [end, setEnd] = useState("");
  // Who gives the roles of a list gives no permissions.
  const full = useMay();
  const picked = roles.length + permissions.length > 0;
  useUnsaved(picked);
  const change = useMutation({
    mutationFn: async ({ body, done }: { body: object; done: string }) => {
      await api.POST(`${base}/{id}/access` as "/v1/users/{id}/access", {
        params: { path: { id: record.id } },
        body,
      });
      succeeded(done);
      await queries.invalidateQueries();
    },
  });
  const grant = async () => {
    await change.mutateAsync({
      done: text.granted,
      body: {
        role_ids: roles,
        permission_ids: permissions,
        starts_at: instantOf(start),
        ...(length === OWN ? { expires_at: instantOf(end) } : { expires_in: length }),
      },
    });
    setRoles([]);
    setPermissions([]);
    setStart("");
    setEnd("");
  };
  const rows: readonly (readonly [NamedBase, Grant])[] = [
    ...record.tmp_role_ids.map((one) => ["/v1/roles", one] as const),
    ...record.tmp_permission_ids.map((one) => ["/v1/permissions", one] as const),
  ];
  return (
    <Section title={text.temporary} about={text.temporaryAbout}>
      <Stack>
        {rows.length === 0 ? (
          <Text size="sm" c="dimmed">
            {text.noTemporary}
          </Text>
        ) : (
          <Table className="console-table console-cards" verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{text.name}</Table.Th>
                <Table.Th>{text.kind}</Table.Th>
                <Table.Th>{text.starts}</Table.Th>
                <Table.Th>{text.ends}</Table.Th>
                <Table.Th aria-label={text.withdraw} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(([kind, one]) => (
                <Table.Tr key={`${kind}/${one.id}`}>
                  <Table.Td>
                    <NameOf base={kind} id={one.id} />
                  </Table.Td>
                  <Table.Td data-label={text.kind}>
                    {kind === "/v1/roles" ? text.role : text.permission}
                  </Table.Td>
                  <Table.Td data-label={text.starts}>
                    {isOpen(one) ? text.now : <Time value={one.starts_at} />}
                  </Table.Td>
                  <Table.Td data-label={text.ends}>
                    <Time value={one.expires_at} />
                  </Table.Td>
                  <Table.Td ta="end">
                    {(full || kind === "/v1/roles") && (
                      <Button
                        size="compact-xs"
                        variant="light"
                        color="red"
                        loading={change.isPending}
                        aria-label={fill(text.withdrawNamed, {
                          name: knownName(kind, one.id) ?? one.id,
                        })}
                        onClick={() =>
                          change.mutate({
                            done: text.withdrawn,
                            body:
                              kind === "/v1/roles"
                                ? { role_ids: [one.id] }
                                : { permission_ids: [one.id] },
                          })
                        }
                      >
                        {text.withdraw}
                      </Button>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <RecordPicker
            base="/v1/roles"
            label={text.grantRoles}
            value={roles}
            onChange={setRoles}
          />
          {full && (
            <RecordPicker
              base="/v1/permissions"
              label={text.grantPermissions}
              value={permissions}
              onChange={setPermissions}
            />
          )}
        </SimpleGrid>
        {picked && (
          <>
            <SegmentedControl
              aria-label={text.length}
              size="xs"
              value={length}
              onChange={setLength}
              data={[
                { value: "1h", label: text.hours1 },
                { value: "8h", label: text.hours8 },
                { value: "24h", label: text.hours24 },
                { value: "168h", label: text.hours168 },
                { value: OWN, label: text.ownEnd },
              ]}
            />
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <TextInput
                type="datetime-local"
                label={text.start}
                description={text.startHint}
                value={start}
                onChange={(event) => setStart(event.currentTarget.value)}
              />
              {length === OWN && (
                <TextInput
                  type="datetime-local"
                  label={text.untilLabel}
                  description={text.until}
                  value={end}
                  onChange={(event) => setEnd(event.currentTarget.value)}
                />
              )}
            </SimpleGrid>
            <Group>
              <Button
                loading={change.isPending}
                disabled={length === OWN && end === ""}
                onClick={() => void grant().catch(() => undefined)}
              >
                {text.grant}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Section>
  );
}
