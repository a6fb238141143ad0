/** Permissions (auth-wire 8.2). */
import { Alert, Anchor, Badge, Button, Group, List, Stack, Switch, Text } from "@mantine/core";
import { fill } from "../../../src/std/texts/fill.ts";
import { api, type Schemas } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import { hashOf } from "../../base/route.ts";
import type { Document } from "../../form/schema.ts";
import { isDocument } from "../../form/schema.ts";
import { Icon } from "../../parts/icon.tsx";
import { Section } from "../../parts/section.tsx";
import { Time } from "../../parts/time.tsx";
import type { FormProps } from "../../people/form-props.ts";
import { ListFilters } from "../../people/list-filters.tsx";
import { ExportLink } from "../../records/export-link.tsx";
import { IamPage } from "../../records/iam-pages.tsx";
import { DataField, NameFields } from "../roles/form.tsx";
import { adminPreset, userPreset } from "./presets.ts";
import { ResourceEditor } from "./resource-editor.tsx";
import { resourcesOf } from "./resources.ts";
import { type ScopeMap, ScopeRoles } from "./scope-roles.tsx";

type Permission = Schemas["Permission"];

const FRESH: Document = { name: "", resources: [] };

function PermissionForm({ value, onChange }: FormProps) {
  const text = useTexts("access");
  const people = useTexts("people");
  const isPublic = value.public === true;
  return (
    <Stack>
      <Section title={people.permission}>
        <Stack>
          <NameFields {...{ value, onChange }} />
          <Switch
            label={text.public}
            description={text.publicHint}
            checked={isPublic}
            onChange={(event) => {
              const { public: _, ...others } = value;
              onChange(event.currentTarget.checked ? { ...others, public: true } : others);
            }}
          />
          {isPublic && (
            <Alert color="yellow" icon={<Icon name="warning" />}>
              {text.publicWarning}
            </Alert>
          )}
        </Stack>
      </Section>
      <ResourceEditor
        value={resourcesOf(value)}
        onChange={(resources) => onChange({ ...value, resources })}
      />
      <ScopeRoles
        value={isDocument(value.scope) ? (value.scope as ScopeMap) : {}}
        onChange={(scope) => onChange({ ...value, scope })}
      />
      <DataField {...{ value, onChange }} />
    </Stack>
  );
}

function Presets({ onChange }: Pick<FormProps, "onChange">) {
  const text = useTexts("access");
  return (
    <Group gap="xs">
      <Text size="sm" fw={600}>
        {text.presets}
      </Text>
      <Button size="xs" variant="default" onClick={() => onChange(adminPreset())}>
        {text.presetAdmin}
      </Button>
      <Button size="xs" variant="default" onClick={() => onChange(userPreset())}>
        {text.presetUser}
      </Button>
      <Text size="xs" c="dimmed">
        {text.presetHint}
      </Text>
    </Group>
  );
}

/** The first of some texts that is meant as it stands. */
const plain = (texts: readonly string[] | undefined) => texts?.find((one) => !one.includes("*"));

/** The form of the access check, with what the first entry says without wildcards. */
function checkOf([first]: Permission["resources"]): string {
  return hashOf("check", "", {
    fill: 1,
    host: plain(first?.hosts),
    path: plain(first?.paths),
    method: plain(first?.methods),
  });
}

function HeldBy({ roles = [], resources }: Pick<Permission, "roles" | "resources">) {
  const text = useTexts("access");
  return (
    <Section title={text.heldBy}>
      {roles.length === 0 ? (
        <Text size="sm" c="dimmed">
          {text.heldByNone}
        </Text>
      ) : (
        <List size="sm" listStyleType="none">
          {roles.map(({ id, name }) => (
            <List.Item key={id}>
              <a className="console-link" href={hashOf("roles", id)}>
                <bdi>{name}</bdi>
              </a>
            </List.Item>
          ))}
        </List>
      )}
      <Anchor size="sm" mt="sm" display="block" href={checkOf(resources)}>
        {text.checkThis}
      </Anchor>
    </Section>
  );
}

export default function Page() {
  const text = useTexts("iam");
  const access = useTexts("access");
  const records = useTexts("records");
  const mark = (
    <Badge color="yellow" variant="light" tt="none">
      {access.public}
    </Badge>
  );
  return (
    <IamPage<Permission>
      tab="permissions"
      base="/v1/permissions"
      searchBy="search"
      nameOf={({ name }) => name}
      empty={text.emptyPermissions}
      fresh={FRESH}
      consequence={({ roles = [] }, name) =>
        fill(access.deletePermission, { name, count: roles.length })
      }
      filters={(values, set) => <ListFilters {...{ values, set }} names={["method", "path"]} />}
      actions={<ExportLink base="/v1/permissions" />}
      start={(onChange) => <Presets onChange={onChange} />}
      form={(value, onChange) => <PermissionForm {...{ value, onChange }} />}
      refuse={({ name }) => (String(name ?? "").trim() === "" ? access.needName : undefined)}
      badges={(one) => (one.public ? mark : null)}
      panels={({ roles, resources }) => <HeldBy {...{ resources, ...(roles && { roles }) }} />}
      columns={[
        {
          ...{ title: text.name, sort: "name", long: true, share: 1.6 },
          cell: ({ name }) => <bdi>{name}</bdi>,
        },
        {
          ...{ title: text.resources, share: 1.6 },
          cell: (one) => {
            const paths = one.resources.flatMap((resource) => resource.paths);
            return (
              <Group gap={6}>
                {one.public && mark}
                <code>
                  {paths.slice(0, 3).join(", ")}
                  {paths.length > 3 && ` +${paths.length - 3}`}
                </code>
              </Group>
            );
          },
        },
        {
          ...{ title: text.description, wide: true, note: true, share: 1.6, sort: "description" },
          cell: ({ description }) => <bdi>{description}</bdi>,
        },
        {
          ...{ title: text.roles, wide: true, share: 0.6 },
          cell: ({ roles = [] }) => roles.length,
        },
        {
          ...{ title: records.changed, wide: true, sort: "updated_at" },
          cell: ({ updated_at }) => <Time value={updated_at} />,
        },
      ]}
      bulk={[
        {
          ...{ label: records.delete, danger: true, consequence: access.deletePermissions },
          run: ({ id }) => api.DELETE("/v1/permissions/{id}", { params: { path: { id } } }),
        },
      ]}
    />
  );
}
