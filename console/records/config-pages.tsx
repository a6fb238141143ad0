/** Pages of config records: clients, upstream providers, LDAP and SAML share one shape of routes (auth-wire 4.3). */
import { Alert, Group, Skeleton, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { fill } from "../../src/std/texts/fill.ts";
import { ABSENT, api, ifMatch, ifUnchanged, listOf } from "../api/client.ts";
import { Failure, type Sentence } from "../api/failure.ts";
import { CONFIG_KINDS } from "../api/kinds.gen.ts";
import { useSentences, useTexts } from "../base/language.ts";
import { succeeded } from "../base/notices.ts";
import { queries } from "../base/queries.ts";
import { hashOf, leave, useRoute } from "../base/route.ts";
import { DocumentEditor, type Stored } from "../form/document-editor.tsx";
import { useFault } from "../form/faults.ts";
import { type Document, useComponents, withoutMarks } from "../form/schema.ts";
import { type OwnFields, type Section, Sections } from "../form/sections.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { Empty } from "../parts/empty.tsx";
import { Icon } from "../parts/icon.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { Unanswered } from "../parts/unanswered.tsx";
import { TabHead } from "../settings/namespace-page.tsx";
import { ChangedBy } from "./changed-by.tsx";
import {
  type Base,
  type ConfigKind,
  type ConfigRow,
  configKey,
  readConfig,
  routesOf,
  setEnabled,
  writeConfig,
} from "./config-record.ts";
import { Back, NewHead, NewRecord, type NewTab } from "./list-links.tsx";
import { NeededBadge, NeededNotice } from "./needed.tsx";
import { RecordList, type RecordListProps } from "./record-list.tsx";
import type { Column } from "./record-table.tsx";
import { State } from "./state.tsx";

export interface ConfigPageProps extends ConfigKind {
  /** What the empty list says. */
  readonly empty: { readonly title: string; readonly about: string };
  readonly idHint?: string;
  /** What a new record begins with. */
  readonly fresh?: Document;
  /** Groups of members, in their order; every other member stands below them. */
  readonly sections?: readonly Section[];
  /** Hand-made fields, by the path of their member. */
  readonly fields?: OwnFields;
  /** In place of a new record's form, such as a choice that comes first. */
  readonly first?: ReactNode;
  /** After a save, with what was sent. */
  readonly saved?: (id: string, config: Document) => unknown;
  /** Members that `before` and `after` show, and those that a record like this one has no use for. */
  readonly omit?: (config: Document) => readonly string[];
  readonly before?: (value: Document, onChange: (value: Document) => void, id: string) => ReactNode;
  readonly after?: (value: Document, onChange: (value: Document) => void, id: string) => ReactNode;
  /** The config as the form has it, and saves it. */
  readonly shown?: (config: Document) => Document;
  /** Beside or below the editor of a stored record, such as a test. */
  readonly panels?: (id: string, stored: Document, enabled: boolean) => ReactNode;
  /** Above the editor of a stored record. */
  readonly above?: (id: string) => ReactNode;
  /** Above the list. */
  readonly top?: ReactNode;
  /** Columns of this kind, behind the id. */
  readonly columns?: readonly Column<ConfigRow>[];
  /** More filters of the list. */
  readonly filters?: RecordListProps<ConfigRow>["filters"];
  /** Beside the id in the list. */
  readonly badge?: (id: string) => ReactNode;
  /** Whether this reader may delete a record like this one, where not all who may delete others may. */
  readonly mayDelete?: (stored: Document) => boolean;
  /** Ids of records that the login page needs. */
  readonly needed?: ReadonlySet<string>;
}

export function ConfigPage(props: ConfigPageProps) {
  const { rest, query } = useRoute();
  if (rest === "new" && props.first)
    return <FirstChoice tab={props.tab}>{props.first}</FirstChoice>;
  // Another preset or ID in the address is another form.
  if (rest === "new") {
    return <NewConfig key={query.toString()} {...props} suggested={query.get("id") ?? ""} />;
  }
  if (rest !== "") return <OneConfig key={rest} {...props} id={rest} />;
  return <ConfigList {...props} />;
}

function ConfigList(props: ConfigPageProps) {
  const { tab, base, empty, top, badge, needed, columns = [], filters: more } = props;
  const text = useTexts("records");
  return (
    <>
      <TabHead>
        <NewRecord tab={tab} />
      </TabHead>
      {top}
      <RecordList<ConfigRow>
        tab={tab}
        searchBy="search"
        {...(more && { filters: more })}
        load={({ filters, ...page }) =>
          listOf(api.GET(routesOf(base).list, { params: { query: { ...page, ...filters } } }))
        }
        idOf={({ id }) => id}
        nameOf={({ id }) => id}
        columns={[
          {
            ...{ title: text.id, share: 1.6 },
            cell: ({ id, name }) => (
              <Group gap="xs">
                <bdi>{id}</bdi>
                {name !== undefined && name !== id && (
                  <Text span size="sm" c="dimmed">
                    <bdi>{name}</bdi>
                  </Text>
                )}
                {badge?.(id)}
                {needed?.has(id) && <NeededBadge />}
              </Group>
            ),
          },
          ...columns,
          { title: text.state, cell: ({ enabled }) => <State active={enabled} /> },
          {
            ...{ title: text.changed, wide: true },
            cell: ({ updated_at, updated_by }) => <ChangedBy at={updated_at} by={updated_by} />,
          },
        ]}
        bulk={[
          { label: text.enabled, run: ({ id }) => setEnabled(base, id, true) },
          { label: text.disabled, run: ({ id }) => setEnabled(base, id, false) },
          {
            ...{
              label: text.delete,
              calls: `DELETE ${base}/{id}` as const,
              danger: true,
              consequence: fill(text.deleteConsequence, { name: "…" }),
            },
            run: ({ id }) => api.DELETE(routesOf(base).one, { params: { path: { id } } }),
          },
        ]}
        empty={<Empty {...empty} href={hashOf(tab, "new")} action={text.new} />}
      />
    </>
  );
}

function FirstChoice({ tab, children }: { tab: NewTab; children: ReactNode }) {
  return (
    <>
      <Back tab={tab} />
      <NewHead tab={tab} />
      {children}
    </>
  );
}

function ConfigForm(
  props: ConfigPageProps & { id: string; value: Document; onChange: (value: Document) => void },
) {
  const { base, value, onChange, omit, before, after, id } = props;
  const { sections, fields } = props;
  const text = useTexts("records");
  const components = useComponents();
  if (components.error && !components.data)
    return <Unanswered error={components.error} onRetry={() => void components.refetch()} />;
  const schema = components.data?.[CONFIG_KINDS[base].component];
  if (!components.data || !schema) return <Skeleton height={320} />;
  const stored = (value.config ?? {}) as Document;
  const config = props.shown?.(stored) ?? stored;
  const change = (next: Document) => onChange({ ...value, config: next });
  return (
    <Stack>
      <Switch
        label={text.enabled}
        checked={value.enabled !== false}
        onChange={(event) => onChange({ ...value, enabled: event.currentTarget.checked })}
      />
      {before?.(config, change, id)}
      <Sections
        {...{ schema, sections, fields }}
        omit={omit?.(config)}
        components={components.data}
        value={config}
        onChange={change}
      />
      {after?.(config, change, id)}
    </Stack>
  );
}

function useClean(base: Base) {
  const components = useComponents();
  return ({ enabled, config }: Document) => {
    const schema = components.data?.[CONFIG_KINDS[base].component];
    return {
      enabled,
      config:
        schema && components.data ? withoutMarks(config ?? {}, schema, components.data) : config,
    };
  };
}

function Warnings({ sentences }: { sentences: readonly Sentence[] }) {
  const said = useSentences();
  if (sentences.length === 0) return null;
  return (
    <Alert color="yellow" icon={<Icon name="warning" />} mb="md" data-warnings>
      {sentences.map((sentence) => (
        <div key={sentence.text}>{said(sentence)}</div>
      ))}
    </Alert>
  );
}

function OneConfig(props: ConfigPageProps & { id: string }) {
  const { tab, base, id, panels, saved, above, needed } = props;
  const isNeeded = needed?.has(id) === true;
  const text = useTexts("records");
  const clean = useClean(base);
  // The form is drawn from them, and stands above the panels.
  const { isPending: hasNoForm } = useComponents();
  const record = useQuery({ queryKey: configKey(base, id), queryFn: () => readConfig(base, id) });
  const stored = (record.data?.value.config ?? {}) as Document;
  return (
    <>
      <Back tab={tab} />
      <PageHead title={<bdi>{id}</bdi>} />
      {isNeeded && <NeededNotice />}
      {above?.(id)}
      {record.error && !record.data ? (
        <Unanswered
          error={
            record.error instanceof Failure && record.error.status === 404
              ? new Failure(404, text.notFound)
              : record.error
          }
          onRetry={() => void record.refetch()}
        />
      ) : record.data ? (
        <>
          <Warnings sentences={record.data.warnings} />
          <DocumentEditor
            stored={record.data}
            current={async (saved) =>
              (saved ? queries.getQueryData<Stored>(configKey(base, id)) : undefined) ??
              (await readConfig(base, id))
            }
            save={async (value, tag) => {
              await writeConfig(base, id, clean(value), ifMatch(tag));
              saved?.(id, (value.config ?? {}) as Document);
              succeeded(text.saved);
            }}
            form={(value, onChange) => <ConfigForm {...props} {...{ value, onChange }} />}
            actions={
              (props.mayDelete?.(stored) ?? true) && (
                <Confirm
                  calls={`DELETE ${base}/{id}`}
                  label={text.delete}
                  consequence={fill(isNeeded ? text.neededConsequence : text.deleteConsequence, {
                    name: id,
                  })}
                  onConfirm={async () => {
                    const { tag } = record.data;
                    await api.DELETE(routesOf(base).one, {
                      params: { path: { id }, ...ifMatch(tag) },
                    });
                    succeeded(text.deleted);
                    leave(hashOf(tab));
                    await queries.invalidateQueries();
                  }}
                />
              )
            }
          />
          {hasNoForm ? null : panels?.(id, stored, record.data.value.enabled !== false)}
        </>
      ) : (
        <Skeleton height={320} />
      )}
    </>
  );
}

function IdField({
  id,
  setId,
  hint,
  missing,
}: {
  id: string;
  setId: (id: string) => void;
  hint: string | undefined;
  missing: boolean;
}) {
  const text = useTexts("records");
  const fault = useFault(text.id, { path: "id", value: id, schema: {}, components: {} });
  return (
    <TextInput
      data-place="id"
      label={text.id}
      description={hint}
      required
      mb="md"
      value={id}
      error={missing && id.trim() === "" ? text.required : fault}
      onChange={(event) => setId(event.currentTarget.value)}
    />
  );
}

function NewConfig(props: ConfigPageProps & { suggested: string }) {
  const { tab, base, idHint, suggested, fresh = {}, saved } = props;
  const text = useTexts("records");
  const clean = useClean(base);
  const [id, setId] = useState(suggested);
  const [missing, setMissing] = useState(false);
  return (
    <>
      <Back tab={tab} />
      <NewHead tab={tab} />
      <DocumentEditor
        lead={<IdField {...{ id, setId, missing }} hint={idHint} />}
        stored={{ value: { enabled: true, config: fresh }, tag: ABSENT }}
        touched={id.trim() !== ""}
        prefilled={id.trim() === suggested}
        saveLabel={text.create}
        current={() =>
          // A record of that name is another writer's: it is shown, and not written over.
          readConfig(base, id.trim()).catch((error: unknown) => {
            if (error instanceof Failure && error.status === 404) return { value: {}, tag: ABSENT };
            throw error;
          })
        }
        save={async (value, tag) => {
          if (id.trim() === "") {
            setMissing(true);
            return false;
          }
          await writeConfig(base, id.trim(), clean(value), ifUnchanged(tag));
          saved?.(id.trim(), (value.config ?? {}) as Document);
          succeeded(text.created);
          leave(hashOf(tab, id.trim()));
          return true;
        }}
        form={(value, onChange) => (
          <ConfigForm {...props} id={id.trim()} {...{ value, onChange }} />
        )}
      />
    </>
  );
}
