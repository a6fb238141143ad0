/** What the holders of a role may do without the admin permission: one card for each role, in plain words (ADR 0090). */
import { Button, Checkbox, Group, Paper, Radio, Stack, Text, Title } from "@mantine/core";
import { useId } from "react";
import { focusAdded } from "../../base/focus.ts";
import { useTexts } from "../../base/language.ts";
import { CAPABILITIES, type Capability } from "../../base/rights.ts";
import { type Document, isDocument } from "../../form/schema.ts";
import { Icon } from "../../parts/icon.tsx";
import { useName } from "../../records/names.tsx";
import { RecordPicker } from "../../records/record-picker.tsx";
import { RecordSearch } from "../../records/record-search.tsx";

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const boundedTo = (roles: readonly string[]) => (roles.length > 0 ? roles : [""]);

interface GrantProps {
  readonly value: Document;
  readonly onChange: (value: Document) => void;
  readonly onRemove: () => void;
}

function Grant({ value, onChange, onRemove }: GrantProps) {
  const text = useTexts("rights");
  const role = textOf(value.role_id);
  const may = listOf(value.may);
  // While none is chosen, an empty entry stands for it: the service refuses that, and never takes it for all people.
  const bounded = listOf(value.people_of).length > 0;
  const people = listOf(value.people_of).filter(Boolean);
  const ofPeople = may.includes("support") || may.includes("people");
  const title = useId();
  useName("/v1/roles", role);
  const isUnfinished =
    role === "" || may.length === 0 || (ofPeople && bounded && people.length === 0);
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={title}>
      <Stack>
        <Group justify="space-between">
          <Title order={3} size="h6" id={title}>
            {text.grant}
          </Title>
          <Button size="compact-sm" variant="subtle" color="red" onClick={onRemove}>
            {text.remove}
          </Button>
        </Group>
        <RecordSearch
          base="/v1/roles"
          label={text.role}
          description={text.roleHint}
          value={role}
          onPick={(role_id) => onChange({ ...value, role_id })}
          onClear={() => onChange({ ...value, role_id: "" })}
        />
        <Checkbox.Group
          label={text.may}
          value={may}
          onChange={(chosen) => onChange({ ...value, may: chosen })}
        >
          <Stack gap="xs" mt="xs">
            {CAPABILITIES.map((capability: Capability) => (
              <Checkbox
                key={capability}
                value={capability}
                label={text.about[capability][0]}
                description={text.about[capability][1]}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        {ofPeople && (
          <Radio.Group
            label={text.whom}
            value={bounded ? "some" : "everyone"}
            onChange={(chosen) =>
              onChange({ ...value, people_of: chosen === "some" ? boundedTo([]) : [] })
            }
          >
            <Stack gap="xs" mt="xs">
              <Radio value="everyone" label={text.everyone} />
              <Radio value="some" label={text.some} />
            </Stack>
          </Radio.Group>
        )}
        {ofPeople && bounded && (
          <RecordPicker
            base="/v1/roles"
            label={text.someRoles}
            value={people}
            onChange={(chosen) => onChange({ ...value, people_of: boundedTo(chosen) })}
          />
        )}
        {may.includes("people") && (
          <RecordPicker
            base="/v1/roles"
            label={text.given}
            description={text.givenHint}
            value={listOf(value.roles)}
            onChange={(roles) => onChange({ ...value, roles })}
          />
        )}
        {isUnfinished && (
          <Text size="sm" c="orange" role="status">
            {text.unfinished}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

export function LimitedGrants({
  value,
  onChange,
}: {
  value: unknown;
  onChange: (value: Document[]) => void;
}) {
  const text = useTexts("rights");
  const grants = (Array.isArray(value) ? value : []).filter(isDocument);
  const title = useId();
  return (
    <Stack component="section" aria-labelledby={title} mt="md">
      <div>
        <Title order={2} size="h5" id={title}>
          {text.title}
        </Title>
        <Text size="sm" c="dimmed">
          {text.hint}
        </Text>
      </div>
      {grants.map((grant, at) => (
        <Grant
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no name of its own until a role is chosen
          key={`${at} of ${grants.length}`}
          value={grant}
          onChange={(changed) =>
            onChange(grants.map((one, index) => (index === at ? changed : one)))
          }
          onRemove={() => onChange(grants.filter((_, index) => index !== at))}
        />
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<Icon name="plus" size={16} />}
          onClick={(click) => {
            onChange([...grants, { role_id: "", may: [], people_of: [], roles: [] }]);
            focusAdded(click);
          }}
        >
          {text.add}
        </Button>
      </div>
    </Stack>
  );
}
