/** Pages of IAM records: users, service accounts, roles and permissions share one shape of routes (auth-wire 2). */
import { Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { fill } from "../../src/std/texts/fill.ts";
import { api, ifMatch, type Listed, listOf, type Schemas, tagOf } from "../api/client.ts";
import { Failure } from "../api/failure.ts";
import { useTexts } from "../base/language.ts";
import { succeeded } from "../base/notices.ts";
import { queries } from "../base/queries.ts";
import { MayChange, useMayChange } from "../base/rights.ts";
import { hashOf, leave, useRoute } from "../base/route.ts";
import { DocumentEditor, type Stored } from "../form/document-editor.tsx";
import { Members } from "../form/members.tsx";
import {
  type Document,
  resolve,
  type Schema,
  useComponents,
  withoutMarks,
} from "../form/schema.ts";
import { Confirm } from "../parts/confirm.tsx";
import { Copy } from "../parts/copy.tsx";
import { Empty } from "../parts/empty.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { Together } from "../parts/together.tsx";
import { Unanswered } from "../parts/unanswered.tsx";
import { TabHead } from "../settings/namespace-page.tsx";
import { Back, NewHead, NewRecord, type NewTab } from "./list-links.tsx";
import { learnNames, type Named } from "./names.tsx";
import { RecordList, type RecordListProps } from "./record-list.tsx";

/** The kinds have the same routes; the types of one stand for all. */
export type IamBase = "/v1/users" | "/v1/service-accounts" | "/v1/roles" | "/v1/permissions";
const iamRoutes = (base: IamBase) =>
  ({ list: base as "/v1/users", one: `${base}/{id}` as "/v1/users/{id}" }) as const;

/** Components of the API description: of the body that POST and PUT take, and of the record that is answered. */
const COMPONENTS: Readonly<
  Record<IamBase, { readonly sent: keyof Schemas; readonly shown: keyof Schemas }>
> = {
  "/v1/users": { sent: "PrincipalBody", shown: "Principal" },
  "/v1/service-accounts": { sent: "PrincipalBody", shown: "Principal" },
  "/v1/roles": { sent: "RoleBody", shown: "Role" },
  "/v1/permissions": { sent: "PermissionBody", shown: "Permission" },
};

export interface IamRecord {
  readonly id: string;
  readonly updated_at?: string;
  readonly updated_by?: string;
}

export interface IamPageProps<T extends IamRecord>
  extends Pick<
    RecordListProps<T>,
    "columns" | "searchBy" | "filters" | "bulk" | "nameOf" | "actions"
  > {
  readonly tab: NewTab;
  readonly base: IamBase;
  readonly empty: { readonly title: string; readonly about: string };
  /** Draws the fields; without it they come from the schema. */
  readonly form?: (value: Document, onChange: (value: Document) => void, id?: string) => ReactNode;
  /** What a new record begins with. */
  readonly fresh?: Document;
  readonly panels?: (record: T, id: string) => ReactNode;
  /** Above the list. */
  readonly top?: ReactNode;
  /** Beside the name of a stored record. */
  readonly badges?: (record: T) => ReactNode;
  /** Above the form of a stored record. */
  readonly notice?: (record: T) => ReactNode;
  /** What of a stored document is edited, such as without its secret. */
  readonly edited?: (value: Document) => Document;
  /** In words, what still keeps a document from being sent. */
  readonly refuse?: (value: Document, id?: string) => string | undefined;
  /** Told what was sent. */
  readonly onSaved?: (value: Document) => void;
  /** What deleting it means; a text has its name at `{name}`. */
  readonly consequence?: string | ((record: T, name: string) => string);
  /** Whether the reader may change this one; without it, what the page says of all. */
  readonly mayChange?: (record: T) => boolean;
  /** Above the form of a new record. */
  readonly start?: (onChange: (value: Document) => void) => ReactNode;
}

const iamKey = (base: IamBase, id: string) => ["iam", base, id];

type Tagged<T> = T & { readonly tag?: string | undefined };

async function readIam<T extends IamRecord>(base: IamBase, id: string): Promise<Tagged<T>> {
  const { data, response } = await api.GET(iamRoutes(base).one, { params: { path: { id } } });
  if (!data) throw new Failure(404, "");
  const record = data.payload as unknown as T & Partial<Record<Naming, readonly Named[]>>;
  learnNames("/v1/roles", record.roles);
  learnNames("/v1/permissions", record.permissions);
  return { ...record, tag: tagOf(response) };
}

/** Members in which an answer names what its ids mean. */
type Naming = "roles" | "permissions";

/**
 * The members of a record that its body has; the others are made by the service. One that neither the body nor the
 * answer had when the description was read is of a service that was updated since: left out, a save would delete it.
 */
const bodyOf = (record: object, schema: Schema, answer: Schema | undefined): Document =>
  Object.fromEntries(
    Object.entries(record).filter(
      ([name]) =>
        schema.properties?.[name] !== undefined ||
        (answer?.properties && answer.properties[name] === undefined),
    ),
  );

export function IamPage<T extends IamRecord>(props: IamPageProps<T>) {
  const { rest } = useRoute();
  const components = useComponents();
  const { sent, shown } = COMPONENTS[props.base];
  const schema = components.data?.[sent];
  if (rest === "") return <IamList {...props} />;
  if (components.error && !components.data)
    return <Unanswered error={components.error} onRetry={() => void components.refetch()} />;
  if (!schema || !components.data) return <Skeleton height={320} />;
  const form =
    props.form ??
    ((value: Document, onChange: (value: Document) => void) => (
      <Members {...{ schema, value, onChange }} components={components.data} />
    ));
  const clean = (value: Document) => withoutMarks(value, schema, components.data);
  const named = components.data[shown];
  const answer = named && resolve(named, components.data);
  const shared = { ...props, form, schema, answer, clean };
  return rest === "new" ? <NewIam {...shared} /> : <OneIam key={rest} {...shared} id={rest} />;
}

function IamList<T extends IamRecord>({
  tab,
  base,
  empty,
  columns,
  searchBy,
  filters,
  bulk,
  nameOf,
  actions,
  top,
}: IamPageProps<T>) {
  const text = useTexts("records");
  return (
    <>
      <TabHead>
        <NewRecord tab={tab} />
      </TabHead>
      {top}
      <RecordList<T>
        {...{ tab, columns, searchBy, bulk, nameOf, actions }}
        {...(filters && { filters })}
        load={async ({ filters: given, ...page }) =>
          (await listOf(
            api.GET(iamRoutes(base).list, { params: { query: { ...page, ...given } } }),
          )) as unknown as Listed<T>
        }
        idOf={({ id }) => id}
        empty={<Empty {...empty} href={hashOf(tab, "new")} action={text.new} />}
      />
    </>
  );
}

interface FormParts {
  readonly schema: Schema;
  /** Of what a GET shows. */
  readonly answer: Schema | undefined;
  readonly clean: (value: Document) => unknown;
  readonly form: NonNullable<IamPageProps<IamRecord>["form"]>;
}

/** Throws what the page says against the document. */
function check(refuse: IamPageProps<IamRecord>["refuse"], value: Document, id?: string): void {
  const problem = refuse?.(value, id);
  if (problem !== undefined) throw new Error(problem);
}

function OneIam<T extends IamRecord>(props: IamPageProps<T> & FormParts & { id: string }) {
  const { tab, base, id, schema, answer, clean, form, nameOf, panels, refuse, onSaved } = props;
  const { edited = (value) => value } = props;
  const text = useTexts("records");
  const mayChange = useMayChange();
  const record = useQuery({
    queryKey: iamKey(base, id),
    queryFn: () => readIam<T>(base, id),
    // Numbers that a confirmation names are those of now.
    staleTime: 0,
  });
  if (record.error && !record.data) {
    const gone = record.error instanceof Failure && record.error.status === 404;
    return (
      <>
        <Back tab={tab} />
        <Unanswered
          error={gone ? new Failure(404, text.notFound) : record.error}
          onRetry={() => void record.refetch()}
        />
      </>
    );
  }
  if (!record.data) return <Skeleton height={320} />;
  const storedOf = ({ tag, ...one }: Tagged<T>): Stored => ({
    value: edited(bodyOf(one, schema, answer)),
    updated_at: one.updated_at,
    updated_by: one.updated_by,
    tag,
  });
  const name = nameOf(record.data);
  const { tag: shown } = record.data;
  const { consequence: said = text.deleteConsequence } = props;
  const consequence = typeof said === "string" ? fill(said, { name }) : said(record.data, name);
  return (
    <Stack>
      <Back tab={tab} />
      <PageHead
        title={
          <>
            <bdi>{name}</bdi> {props.badges?.(record.data)}
          </>
        }
        about={
          <>
            <code>{id}</code> <Copy value={id} />
          </>
        }
      />
      {props.notice?.(record.data)}
      <MayChange value={mayChange && (props.mayChange?.(record.data) ?? true)}>
        <DocumentEditor
          stored={storedOf(record.data)}
          current={async (saved) => {
            const read = saved ? queries.getQueryData<Tagged<T>>(iamKey(base, id)) : undefined;
            return storedOf(read ?? (await readIam<T>(base, id)));
          }}
          save={async (value, tag) => {
            check(refuse, value, id);
            await api.PUT(iamRoutes(base).one, {
              params: { path: { id }, ...ifMatch(tag) },
              body: clean(value) as never,
            });
            succeeded(text.saved);
            onSaved?.(value);
          }}
          form={(value, onChange) => form(value, onChange, id)}
          actions={
            <Confirm
              calls={`DELETE ${base}/{id}`}
              label={text.delete}
              consequence={consequence}
              onConfirm={async () => {
                await api.DELETE(iamRoutes(base).one, {
                  params: { path: { id }, ...ifMatch(shown) },
                });
                succeeded(text.deleted);
                leave(hashOf(tab));
                await queries.invalidateQueries();
              }}
            />
          }
        />
        {panels && <Together>{panels(record.data, id)}</Together>}
      </MayChange>
    </Stack>
  );
}

function NewIam<T extends IamRecord>(props: IamPageProps<T> & FormParts) {
  const { tab, base, clean, form, fresh = {}, refuse, onSaved } = props;
  const text = useTexts("records");
  return (
    <Stack>
      <Back tab={tab} />
      <NewHead tab={tab} />
      <DocumentEditor
        stored={{ value: fresh }}
        saveLabel={text.create}
        save={async (value) => {
          check(refuse, value);
          const { data } = await api.POST(iamRoutes(base).list, { body: clean(value) as never });
          succeeded(text.created);
          onSaved?.(value);
          leave(hashOf(tab, data?.payload.id));
        }}
        form={(value, onChange) => (
          <Stack>
            {props.start?.(onChange)}
            {form(value, onChange)}
          </Stack>
        )}
      />
    </Stack>
  );
}
