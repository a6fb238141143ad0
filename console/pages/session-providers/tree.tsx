/** The tree at the left, and what is chosen in it at the right. */
import { Grid, Group, NavLink, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { fill } from "../../../src/std/texts/fill.ts";
import { useTexts } from "../../base/language.ts";
import { FaultScope } from "../../form/faults.ts";
import { type Document, useComponents } from "../../form/schema.ts";
import { SectionHead } from "../../form/sections.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Icon } from "../../parts/icon.tsx";
import { isOfLoginPage, NeededBadge } from "../../records/needed.tsx";
import { GroupForm } from "./group-form.tsx";
import {
  groupProblem,
  heirsOf,
  keyProblem,
  type Place,
  part,
  putGroup,
  putInherit,
  putProvider,
  readProvider,
} from "./model.ts";
import { NewName } from "./new-name.tsx";
import { ProviderFields } from "./provider-fields.tsx";

export interface TreeProps {
  readonly value: Document;
  readonly onChange: (value: Document) => void;
}

export function ProviderTree({ value, onChange }: TreeProps) {
  const text = useTexts("sessionProviders");
  const providers = part(value, "providers");
  const groups = part(value, "groups");
  const first = Object.keys(providers)[0];
  const [chosen, setChosen] = useState<Place>(first === undefined ? {} : { provider: first });
  const entry = (place: Place, label: string, note?: string, deep = false) => (
    <NavLink
      key={`${place.group ?? ""}/${place.provider ?? ""}`}
      component="button"
      type="button"
      pl={deep ? 32 : undefined}
      py={5}
      label={<bdi>{label}</bdi>}
      description={note}
      leftSection={<Icon name={place.provider === undefined ? "role" : "federation"} size={16} />}
      active={place.group === chosen.group && place.provider === chosen.provider}
      aria-current={place.group === chosen.group && place.provider === chosen.provider}
      onClick={() => setChosen(place)}
    />
  );
  const noteOf = (provider: unknown) =>
    part({ provider }, "provider").hide === true ? text.hidden : undefined;
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, sm: 4 }}>
        <Paper withBorder p="xs" component="nav" aria-label={text.tree}>
          <Text size="xs" fw={600} c="dimmed" px="xs" component="h2">
            {text.topLevel}
          </Text>
          {Object.keys(providers).length === 0 && (
            <Text size="sm" c="dimmed" px="xs">
              {text.noProviders}
            </Text>
          )}
          {Object.entries(providers).map(([key, one]) =>
            entry({ provider: key }, key, noteOf(one)),
          )}
          <NewName
            label={text.addProvider}
            problemOf={(name) => keyProblem(value, name)}
            onAdd={(provider) => {
              onChange(putProvider(value, { provider }, {}));
              setChosen({ provider });
            }}
          />
          <Text size="xs" fw={600} c="dimmed" px="xs" mt="sm" component="h2">
            {text.groups}
          </Text>
          {Object.entries(groups).map(([group, own]) => (
            <div key={group}>
              {entry({ group }, group)}
              {Object.keys(part(own, "inherit")).map((key) => (
                <Text key={key} size="xs" c="dimmed" pl={56}>
                  <bdi>{key}</bdi> · {text.inherited}
                </Text>
              ))}
              {Object.entries(part(own, "providers")).map(([provider, one]) =>
                entry({ group, provider }, provider, noteOf(one), true),
              )}
            </div>
          ))}
          <NewName
            label={text.addGroup}
            problemOf={(name) => groupProblem(value, name)}
            onAdd={(group) => {
              onChange(putGroup(value, group, {}));
              setChosen({ group });
            }}
          />
        </Paper>
      </Grid.Col>
      <Grid.Col span={{ base: 12, sm: 8 }}>
        <Chosen {...{ value, onChange, chosen, setChosen }} />
      </Grid.Col>
    </Grid>
  );
}

function Chosen({
  value,
  onChange,
  chosen,
  setChosen,
}: TreeProps & { chosen: Place; setChosen: (place: Place) => void }) {
  const text = useTexts("sessionProviders");
  const components = useComponents();
  const { group, provider } = chosen;
  const schema = components.data?.SessionProvider;
  if (!components.data || !schema) return <Skeleton height={240} />;
  if (provider === undefined) {
    if (group === undefined || !Object.hasOwn(part(value, "groups"), group)) {
      return <Text c="dimmed">{text.choose}</Text>;
    }
    return <GroupForm key={group} {...{ value, onChange, group, setChosen }} />;
  }
  const heirs = group === undefined ? heirsOf(value, provider) : [];
  const remove = async () => {
    const freed = heirs.reduce((next, heir) => putInherit(next, heir, provider, undefined), value);
    onChange(putProvider(freed, chosen, undefined));
    setChosen(group === undefined ? {} : { group });
  };
  return (
    <Paper withBorder p="md" key={`${group ?? ""}/${provider}`} data-provider={provider}>
      <Group justify="space-between" align="start" mb="md">
        <Group gap="sm" align="start">
          <SectionHead
            title={provider}
            about={group === undefined ? undefined : fill(text.of, { group })}
          />
          {isOfLoginPage(readProvider(value, chosen)) && <NeededBadge />}
        </Group>
        <Confirm
          label={text.removeProvider}
          consequence={
            heirs.length > 0
              ? fill(text.removeHeirs, { name: provider, groups: heirs.join(", ") })
              : fill(text.removeConsequence, { name: provider })
          }
          onConfirm={remove}
        />
      </Group>
      <Stack>
        <FaultScope
          value={`${group === undefined ? "" : `groups.${group}.`}providers.${provider}.`}
        >
          <ProviderFields
            {...{ schema }}
            components={components.data}
            value={readProvider(value, chosen)}
            onChange={(next) => onChange(putProvider(value, chosen, next))}
          />
        </FaultScope>
      </Stack>
    </Paper>
  );
}
