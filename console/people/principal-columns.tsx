/** Columns of the lists of users and service accounts. */
import { Badge, Group, Text, Tooltip } from "@mantine/core";
import type { Schemas } from "../api/client.ts";
import { useTexts } from "../base/language.ts";
import { Time } from "../parts/time.tsx";
import type { Column } from "../records/record-table.tsx";
import { State } from "../records/state.tsx";

type Principal = Schemas["Principal"];

const detail = ({ details }: Principal, name: string): string => {
  const value = details?.[name];
  return typeof value === "string" ? value : "";
};

function Unreadable() {
  const text = useTexts("people");
  return (
    <Tooltip label={text.unreadableHint}>
      <Badge color="red" variant="light" tt="none">
        {text.unreadable}
      </Badge>
    </Tooltip>
  );
}

/** Roles that are held directly; those that others give are counted. */
function Roles({ roles = [] }: Pick<Principal, "roles">) {
  const own = roles.filter(({ inherited }) => !inherited);
  const shown = own.slice(0, 2);
  const rest = roles.length - shown.length;
  return (
    <Group gap={4}>
      {shown.map(({ id, name }) => (
        <Badge key={id} variant="default" tt="none" fw={500} maw={160}>
          <bdi>{name}</bdi>
        </Badge>
      ))}
      {rest > 0 && (
        <Text span size="xs" c="dimmed">
          +{rest}
        </Text>
      )}
    </Group>
  );
}

export function usePrincipalColumns(withEmail: boolean): readonly Column<Principal>[] {
  const text = useTexts("iam");
  const records = useTexts("records");
  return [
    {
      ...{ title: text.names, sort: "alias", long: true, share: 1.3 },
      cell: ({ alias, id }) => <bdi>{alias?.[0] ?? id}</bdi>,
    },
    {
      ...{ title: text.name, sort: "name", long: true, share: 1.3 },
      cell: (one) => (one.unreadable ? <Unreadable /> : <bdi>{detail(one, "name")}</bdi>),
    },
    ...(withEmail
      ? [
          {
            ...{ title: text.email, sort: "email", wide: true, long: true, share: 1.6 },
            cell: (one: Principal) => <bdi>{detail(one, "email")}</bdi>,
          },
        ]
      : []),
    {
      ...{ title: text.roles, wide: true, share: 1.2 },
      cell: ({ roles }) => <Roles roles={roles} />,
    },
    {
      ...{ title: records.state, share: 0.9, sort: "is_active" },
      cell: ({ is_active, left_directory: left, suspension }) => (
        <State active={is_active} left={left?.reason} suspended={suspension !== undefined} />
      ),
    },
    {
      ...{ title: records.changed, share: 1.2, sort: "updated_at", wide: true },
      cell: ({ updated_at }) => <Time value={updated_at} />,
    },
  ];
}
