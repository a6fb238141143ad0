/** What a permission allows: entries of methods, hosts and paths with exceptions, each said in a sentence. */
import {
  ActionIcon,
  Alert,
  Anchor,
  Button,
  Card,
  Group,
  SimpleGrid,
  Stack,
  TagsInput,
  Text,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { fill } from "../../../src/std/texts/fill.ts";
import { focusAdded } from "../../base/focus.ts";
import { useTexts } from "../../base/language.ts";
import { hashOf } from "../../base/route.ts";
import { Icon } from "../../parts/icon.tsx";
import { Section } from "../../parts/section.tsx";
import { readSetting } from "../../settings/namespace-page.tsx";
import { type Coverage, NEW_EXCEPTION, NEW_RESOURCE, type Resource } from "./resources.ts";

const METHODS = ["*", "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

interface CoverageFieldsProps<T extends Coverage> {
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly hostsHint: string;
}

function CoverageFields<T extends Coverage>({
  value,
  onChange,
  hostsHint,
}: CoverageFieldsProps<T>) {
  const text = useTexts("access");
  const list = (member: keyof Coverage) => ({
    value: [...value[member]],
    acceptValueOnBlur: true,
    onChange: (next: string[]) => onChange({ ...value, [member]: next }),
  });
  return (
    <>
      <TagsInput
        label={text.paths}
        description={text.pathsHint}
        classNames={{ input: "console-code" }}
        splitChars={["\n"]}
        {...list("paths")}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TagsInput
          label={text.methods}
          data={METHODS.map((method) => ({
            value: method,
            label: method === "*" ? text.anyMethod : method,
          }))}
          {...list("methods")}
          onChange={(next) => {
            // "Every method" stands alone; another one takes its place.
            const all = next.at(-1) === "*" || next.at(-1) === text.anyMethod;
            const some = next.filter((method) => method !== "*" && method !== text.anyMethod);
            onChange({ ...value, methods: all ? ["*"] : some });
          }}
        />
        <TagsInput
          label={text.hosts}
          description={hostsHint}
          splitChars={["\n", ",", " "]}
          {...list("hosts")}
        />
      </SimpleGrid>
    </>
  );
}

/** The entry as a sentence, so that a mistake is seen. */
function Sentence({ value }: { value: Resource }) {
  const text = useTexts("access");
  const methodsOf = ({ methods }: Coverage) =>
    methods.includes("*") ? text.everyMethod : methods.join(", ") || text.noMethods;
  if (value.methods.length === 0 || value.paths.length === 0) return <>{text.saysNothing}</>;
  const said = [
    fill(text.saysAllow, {
      methods: methodsOf(value),
      hosts: value.hosts.join(", ") || text.defaultHosts,
      paths: value.paths.join(", "),
    }),
    ...value.excluded
      .filter(({ paths }) => paths.length > 0)
      .map((one) =>
        fill(text.saysExcept, { methods: methodsOf(one), paths: one.paths.join(", ") }),
      ),
  ];
  return <bdi>{said.join(" ")}</bdi>;
}

interface EntryProps {
  readonly number: number;
  readonly value: Resource;
  readonly onChange: (value: Resource) => void;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
}

function Entry({ number, value, onChange, onDuplicate, onRemove }: EntryProps) {
  const text = useTexts("access");
  const name = fill(text.resource, { number });
  const { excluded } = value;
  const put = (next: readonly Coverage[]) => onChange({ ...value, excluded: next });
  return (
    <Card component="fieldset" withBorder padding="md" aria-label={name}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap">
          <div>
            <Text fw={600} size="sm">
              {name}
            </Text>
            <Text size="sm" c="dimmed" lineClamp={4}>
              <Sentence value={value} />
            </Text>
          </div>
          <Group gap={4} wrap="nowrap">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`${text.duplicate}: ${name}`}
              onClick={onDuplicate}
            >
              <Icon name="copy" size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={fill(text.removeNamed, { name })}
              onClick={onRemove}
            >
              <Icon name="trash" size={16} />
            </ActionIcon>
          </Group>
        </Group>
        <CoverageFields {...{ value, onChange }} hostsHint={text.hostsHint} />
        {excluded.map((one, index) => {
          const exception = fill(text.exception, { number: index + 1 });
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other name than their place
            <Card key={index} component="fieldset" withBorder padding="sm" aria-label={exception}>
              <Stack gap="sm">
                <Group justify="space-between">
                  <Text fw={600} size="sm">
                    {exception}
                  </Text>
                  <ActionIcon
                    variant="subtle"
                    color="red"
                    aria-label={fill(text.removeNamed, { name: exception })}
                    onClick={() => put(excluded.filter((_, at) => at !== index))}
                  >
                    <Icon name="trash" size={16} />
                  </ActionIcon>
                </Group>
                <CoverageFields
                  value={one}
                  hostsHint={text.excludedHosts}
                  onChange={(next) => put(excluded.map((old, at) => (at === index ? next : old)))}
                />
              </Stack>
            </Card>
          );
        })}
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<Icon name="plus" size={14} />}
            onClick={(click) => {
              put([...excluded, NEW_EXCEPTION]);
              focusAdded(click);
            }}
          >
            {text.addExcluded}
          </Button>
          <Text size="xs" c="dimmed">
            {text.excludedHint}
          </Text>
        </Group>
      </Stack>
    </Card>
  );
}

/** Entries without hosts never fit while hosts are checked and there are no default ones. */
function HostsWarning() {
  const text = useTexts("access");
  const { data } = useQuery({
    queryKey: ["setting", "check"],
    queryFn: () => readSetting("check"),
  });
  if (!data) return null;
  const { default_hosts, no_host_check } = data.value;
  if (no_host_check === true || (Array.isArray(default_hosts) && default_hosts.length > 0))
    return null;
  return (
    <Alert color="yellow" icon={<Icon name="warning" />}>
      {text.noDefaultHosts} <Anchor href={hashOf("check")}>{text.openCheck}</Anchor>
    </Alert>
  );
}

export interface ResourceEditorProps {
  readonly value: readonly Resource[];
  readonly onChange: (value: readonly Resource[]) => void;
}

export function ResourceEditor({ value, onChange }: ResourceEditorProps) {
  const text = useTexts("access");
  const records = useTexts("records");
  return (
    <Section title={text.resources} about={text.resourcesHint}>
      <Stack>
        {value.some(({ hosts }) => hosts.length === 0) && <HostsWarning />}
        {value.length === 0 && (
          <Text size="sm" c="dimmed">
            {text.noResources}
          </Text>
        )}
        {value.map((resource, index) => (
          <Entry
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other name than their place
            key={index}
            number={index + 1}
            value={resource}
            onChange={(next) => onChange(value.map((old, at) => (at === index ? next : old)))}
            onDuplicate={() => onChange(value.toSpliced(index + 1, 0, resource))}
            onRemove={() => onChange(value.filter((_, at) => at !== index))}
          />
        ))}
        <Group>
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={16} />}
            onClick={(click) => {
              onChange([...value, NEW_RESOURCE]);
              focusAdded(click);
            }}
          >
            {text.addResource}
          </Button>
          {value.length > 3 && (
            <Text size="sm" c="dimmed">
              {fill(records.range, { from: 1, to: value.length, total: value.length })}
            </Text>
          )}
        </Group>
      </Stack>
    </Section>
  );
}
