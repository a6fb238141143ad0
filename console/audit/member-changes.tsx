/** What changed of a record, member by member, before and after. */
import { Code, Table, Text } from "@mantine/core";
import { useTexts } from "../base/language.ts";

/** Of an entry of the audit log, and of a plan. */
interface Change {
  readonly member: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly secret?: boolean | undefined;
}

const written = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");

function Value({ change, side }: { change: Change; side: "before" | "after" }) {
  const text = useTexts("audit");
  if (change.secret) return <Text size="sm">{side === "after" ? text.secret : ""}</Text>;
  if (!(side in change) || change[side] === undefined || change[side] === null) {
    return (
      <Text size="sm" c="dimmed">
        {text.nothing}
      </Text>
    );
  }
  return (
    <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
      {written(change[side])}
    </Code>
  );
}

/** @param title stands above; that of an entry of the log when it is left out */
export function MemberChanges({ changes, title }: { changes: readonly Change[]; title?: string }) {
  const text = useTexts("audit");
  return (
    <div>
      {title !== "" && (
        <Text size="sm" fw={600}>
          {title ?? text.changes}
        </Text>
      )}
      <Table verticalSpacing={4} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text.member}</Table.Th>
            <Table.Th>{text.before}</Table.Th>
            <Table.Th>{text.after}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map((change) => (
            <Table.Tr key={change.member}>
              <Table.Td>
                <bdi style={{ overflowWrap: "anywhere" }}>{change.member}</bdi>
              </Table.Td>
              <Table.Td>
                <Value change={change} side="before" />
              </Table.Td>
              <Table.Td>
                <Value change={change} side="after" />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
