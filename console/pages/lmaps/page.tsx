/** Which roles the groups of a directory give (auth-wire 2.8, 8.2). */
import { Skeleton, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fill } from "../../../src/std/texts/fill.ts";
import { api, ifMatch, listOf, type Schemas, tagOf } from "../../api/client.ts";
import { Failure } from "../../api/failure.ts";
import { useTexts } from "../../base/language.ts";
import { succeeded } from "../../base/notices.ts";
import { queries } from "../../base/queries.ts";
import { hashOf, leave, useRoute } from "../../base/route.ts";
import { DocumentEditor } from "../../form/document-editor.tsx";
import type { Document } from "../../form/schema.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Empty } from "../../parts/empty.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Unanswered } from "../../parts/unanswered.tsx";
import { ChangedBy } from "../../records/changed-by.tsx";
import { Back, NewHead, NewRecord } from "../../records/list-links.tsx";
import { RecordList } from "../../records/record-list.tsx";
import { RecordPicker } from "../../records/record-picker.tsx";
import { RoleNames } from "../../records/role-names.tsx";
import { TabHead } from "../../settings/namespace-page.tsx";
import { DirectoryPanel } from "./directory-panel.tsx";

const TAB = "lmaps";
type Lmap = Schemas["Lmap"];

const idsOf = ({ role_ids }: Document): string[] =>
  Array.isArray(role_ids) ? role_ids.map(String) : [];

export default function Page() {
  const { rest, query } = useRoute();
  if (rest === "new") return <NewMap suggested={query.get("name") ?? ""} />;
  if (rest !== "") return <OneMap key={rest} name={rest} />;
  return <Maps />;
}

function Maps() {
  const text = useTexts("directory");
  const records = useTexts("records");
  const remove = (name: string) => api.DELETE("/v1/lmaps/{name}", { params: { path: { name } } });
  return (
    <>
      <TabHead>
        <NewRecord tab={TAB} />
      </TabHead>
      <RecordList<Lmap>
        tab={TAB}
        searchBy="name"
        searchHint={text.searchExact}
        load={({ filters, ...page }) =>
          listOf(api.GET("/v1/lmaps", { params: { query: { ...page, ...filters } } }))
        }
        idOf={({ name }) => name}
        nameOf={({ name }) => name}
        columns={[
          { title: text.group, long: true, cell: ({ name }) => <bdi>{name}</bdi> },
          { title: text.roles, cell: ({ role_ids }) => <RoleNames ids={role_ids} /> },
          {
            ...{ title: records.changed, wide: true },
            cell: ({ updated_at, updated_by }) => <ChangedBy at={updated_at} by={updated_by} />,
          },
        ]}
        bulk={[
          {
            ...{ label: records.delete, danger: true, consequence: text.deleteMaps },
            run: ({ name }) => remove(name),
          },
        ]}
        empty={
          <Empty
            title={text.noMaps}
            about={text.noMapsAbout}
            href={hashOf(TAB, "new")}
            action={records.new}
          />
        }
      />
      <DirectoryPanel />
    </>
  );
}

function MapForm({ value, onChange }: { value: Document; onChange: (value: Document) => void }) {
  const text = useTexts("directory");
  return (
    <RecordPicker
      base="/v1/roles"
      label={text.roles}
      description={text.rolesAbout}
      value={idsOf(value)}
      onChange={(role_ids) => onChange({ ...value, role_ids })}
    />
  );
}

async function read(name: string) {
  const { data, response } = await api.GET("/v1/lmaps/{name}", { params: { path: { name } } });
  if (!data) throw new Failure(404, "");
  const { role_ids, updated_at, updated_by } = data.payload;
  return { value: { role_ids } as Document, updated_at, updated_by, tag: tagOf(response) };
}

function OneMap({ name }: { name: string }) {
  const text = useTexts("directory");
  const records = useTexts("records");
  const record = useQuery({ queryKey: ["lmap", name], queryFn: () => read(name) });
  const missing = record.error instanceof Failure && record.error.status === 404;
  return (
    <>
      <Back tab={TAB} />
      <PageHead title={<bdi>{name}</bdi>} about={text.oneAbout} />
      {record.error && !record.data ? (
        <Unanswered
          error={missing ? new Failure(404, records.notFound) : record.error}
          onRetry={() => void record.refetch()}
        />
      ) : record.data ? (
        <DocumentEditor
          stored={record.data}
          current={() => read(name)}
          form={(value, onChange) => <MapForm {...{ value, onChange }} />}
          save={async (value, tag) => {
            await api.PUT("/v1/lmaps/{name}", {
              params: { path: { name }, ...ifMatch(tag) },
              body: { role_ids: idsOf(value) },
            });
            succeeded(records.saved);
          }}
          actions={
            <Confirm
              label={records.delete}
              consequence={fill(text.deleteMap, { name })}
              onConfirm={async () => {
                await api.DELETE("/v1/lmaps/{name}", {
                  params: { path: { name }, ...ifMatch(record.data.tag) },
                });
                succeeded(records.deleted);
                leave(hashOf(TAB));
                await queries.invalidateQueries();
              }}
            />
          }
        />
      ) : (
        <Skeleton height={200} />
      )}
    </>
  );
}

function NewMap({ suggested }: { suggested: string }) {
  const text = useTexts("directory");
  const records = useTexts("records");
  const [name, setName] = useState(suggested);
  const [missing, setMissing] = useState(false);
  const wanted = name.trim();
  return (
    <Stack>
      <Back tab={TAB} />
      <NewHead tab={TAB} />
      <DocumentEditor
        lead={
          <TextInput
            required
            mb="md"
            label={text.group}
            description={text.groupAbout}
            value={name}
            error={missing && wanted === "" ? records.required : undefined}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        }
        stored={{ value: {} }}
        touched={wanted !== ""}
        saveLabel={records.create}
        form={(value, onChange) => <MapForm {...{ value, onChange }} />}
        save={async (value) => {
          if (wanted === "") {
            setMissing(true);
            return false;
          }
          await api.POST("/v1/lmaps", { body: { name: wanted, role_ids: idsOf(value) } });
          succeeded(records.created);
          leave(hashOf(TAB));
          return true;
        }}
      />
    </Stack>
  );
}
