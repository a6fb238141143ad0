/** One group: its address, what it takes of the top level, and providers of its own. */
import {
  ActionIcon,
  Code,
  Group,
  MultiSelect,
  Paper,
  SegmentedControl,
  Stack,
  Text,
} from "@mantine/core";
import { fill } from "../../../src/std/texts/fill.ts";
import { PREFIX } from "../../api/base.ts";
import { useTexts } from "../../base/language.ts";
import type { Document } from "../../form/schema.ts";
import { SectionHead } from "../../form/sections.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Copy } from "../../parts/copy.tsx";
import { Icon } from "../../parts/icon.tsx";
import { keyProblem, type Place, part, putGroup, putInherit, putProvider } from "./model.ts";
import { NewName } from "./new-name.tsx";

export function GroupForm({
  value,
  onChange,
  group,
  setChosen,
}: {
  value: Document;
  onChange: (value: Document) => void;
  group: string;
  setChosen: (place: Place) => void;
}) {
  const text = useTexts("sessionProviders");
  const own = part(part(value, "groups"), group);
  const inherit = part(own, "inherit");
  const taken = Object.keys(inherit);
  const address = `${location.origin}${PREFIX}/v1/session-providers/${encodeURIComponent(group)}`;
  const choose = (next: string[]) => {
    const added = next.filter((key) => !taken.includes(key));
    const gone = taken.filter((key) => !next.includes(key));
    const more = added.reduce((one, key) => putInherit(one, group, key, {}), value);
    onChange(gone.reduce((one, key) => putInherit(one, group, key, undefined), more));
  };
  return (
    <Paper withBorder p="md" data-group={group}>
      <Group justify="space-between" align="start">
        <SectionHead title={group} about={text.groupAbout} />
        <Confirm
          label={text.removeGroup}
          consequence={fill(text.removeGroupConsequence, { name: group })}
          onConfirm={async () => {
            onChange(putGroup(value, group, undefined));
            setChosen({});
          }}
        />
      </Group>
      <Stack>
        <Group gap={4} wrap="nowrap">
          <Code style={{ overflowWrap: "anywhere" }}>{address}</Code>
          <Copy value={address} label={text.copyAddress} />
        </Group>
        <MultiSelect
          label={text.inherit}
          description={text.inheritAbout}
          data={Object.keys(part(value, "providers"))}
          searchable
          value={taken}
          onChange={choose}
        />
        {taken.map((key) => (
          <Group key={key} gap="sm">
            <Text size="sm" fw={500}>
              <bdi>{key}</bdi>
            </Text>
            <SegmentedControl
              size="xs"
              aria-label={fill(text.hideOf, { name: key })}
              data={[
                { value: "", label: text.asThere },
                { value: "true", label: text.hidden },
                { value: "false", label: text.shown },
              ]}
              value={String(part(inherit, key).hide ?? "")}
              onChange={(next) =>
                onChange(
                  putInherit(value, group, key, next === "" ? {} : { hide: next === "true" }),
                )
              }
            />
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={fill(text.giveBack, { name: key })}
              onClick={() => onChange(putInherit(value, group, key, undefined))}
            >
              <Icon name="trash" size={16} />
            </ActionIcon>
          </Group>
        ))}
        <NewName
          label={text.addOwn}
          problemOf={(name) => (Object.hasOwn(inherit, name) ? "taken" : keyProblem(value, name))}
          onAdd={(provider) => {
            onChange(putProvider(value, { group, provider }, {}));
            setChosen({ group, provider });
          }}
        />
      </Stack>
    </Paper>
  );
}
