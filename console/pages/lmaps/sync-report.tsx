/** What a sync did. */
import { Alert, Text } from "@mantine/core";
import type { Schemas } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import { Icon } from "../../parts/icon.tsx";

export function SyncReport({ report }: { report: Schemas["LdapSyncReport"] }) {
  const { report: names } = useTexts("directory");
  const text = useTexts("directory");
  const rows = Object.entries(names) as [keyof typeof names, string][];
  const told = rows.filter(([name]) => {
    const value = report[name];
    return Array.isArray(value) ? value.length > 0 : value > 0;
  });
  const lists = [report.conflicts, report.kept, report.ambiguous];
  const troubled = report.leavers_held > 0 || lists.some(({ length }) => length > 0);
  return (
    <Alert
      role="status"
      color={troubled ? "yellow" : "teal"}
      icon={<Icon name={troubled ? "warning" : "done"} />}
      title={text.synced}
    >
      {told.length === 0 ? (
        <Text size="sm">{text.nothingChanged}</Text>
      ) : (
        <dl className="console-pairs">
          {told.map(([name, label]) => {
            const value = report[name];
            return (
              <div key={name} style={{ display: "contents" }}>
                <dt>{label}</dt>
                <dd>
                  <bdi>{Array.isArray(value) ? value.join(", ") : value}</bdi>
                </dd>
              </div>
            );
          })}
        </dl>
      )}
    </Alert>
  );
}
