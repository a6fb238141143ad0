/** The page of one settings namespace, drawn from the schema that validates it. */
import { Alert, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ComponentType, ReactNode } from "react";
import { ABSENT, api, ifMatch, ifUnchanged, tagOf } from "../api/client.ts";
import { Failure, type Sentence } from "../api/failure.ts";
import { NAMESPACES, type Namespace } from "../api/kinds.gen.ts";
import { useInstanceConfig } from "../base/instance-config.ts";
import { useTexts } from "../base/language.ts";
import { succeeded, warned } from "../base/notices.ts";
import { queries } from "../base/queries.ts";
import { useRoute } from "../base/route.ts";
import { DocumentEditor, type Stored } from "../form/document-editor.tsx";
import { InForce, Pinned } from "../form/members.tsx";
import {
  type Components,
  type Document,
  type Schema,
  useComponents,
  withoutMarks,
} from "../form/schema.ts";
import { type OwnFields, type Section, Sections } from "../form/sections.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { Unanswered } from "../parts/unanswered.tsx";
import type { TabName } from "../texts/en/tabs.ts";
import { inForceOf, pinsOf } from "./pins.ts";

/** Whether it was ever saved: asking for one that was not is a red line in the console of the browser. */
async function isStored(namespace: string): Promise<boolean> {
  const { data } = await api.GET("/v1/settings", { params: { query: { namespace } } });
  return data?.payload.some((one) => one.namespace === namespace) ?? false;
}

/** A namespace as it is stored; one that never was is empty. */
export async function readSetting(namespace: string): Promise<Stored> {
  if (!(await isStored(namespace))) return { value: {}, tag: ABSENT };
  try {
    const { data, response } = await api.GET("/v1/settings/{namespace}", {
      params: { path: { namespace } },
    });
    const { value, updated_at, updated_by } = data?.payload ?? {};
    return { value: (value ?? {}) as Document, updated_at, updated_by, tag: tagOf(response) };
  } catch (error) {
    if (error instanceof Failure && error.status === 404) return { value: {}, tag: ABSENT };
    throw error;
  }
}

export async function writeSetting(namespace: string, value: unknown, tag?: string): Promise<void> {
  const { data } = await api.PUT("/v1/settings/{namespace}", {
    params: { path: { namespace }, ...ifUnchanged(tag) },
    body: { value } as never,
  });
  warned((data as { meta?: { messages?: Sentence[] } } | undefined)?.meta?.messages);
}

/** Its schema in the API description. */
export const settingSchema = (namespace: Namespace, components: Components): Schema | undefined =>
  components[NAMESPACES[namespace].component];

const settingKey = (namespace: string) => ["settings", namespace];
/** @param enabled not for those who may not see it */
export const useSetting = (namespace: string, enabled = true) =>
  useQuery({ queryKey: settingKey(namespace), queryFn: () => readSetting(namespace), enabled });

export interface NamespaceFormProps {
  readonly namespace: Namespace;
  /** Members that the page shows in its own way. */
  readonly omit?: readonly string[];
  /** Groups of members, in their order; every other member stands below them. */
  readonly sections?: readonly Section[];
  /** Hand-made fields in the place of those of the schema. */
  readonly fields?: OwnFields;
  /** Hand-made fields over those of the schema. */
  readonly before?: (value: Document, onChange: (value: Document) => void) => ReactNode;
  /** Below the fields, such as a preview. */
  readonly after?: (value: Document, onChange: (value: Document) => void) => ReactNode;
}

export function NamespaceForm(props: NamespaceFormProps) {
  const { namespace, omit = [], sections, fields, before, after } = props;
  const text = useTexts("records");
  const components = useComponents();
  const setting = useSetting(namespace);
  const instance = useInstanceConfig();
  const error = components.error ?? setting.error;
  // A later reading that failed leaves the form, and what is typed in it, as it is.
  if (error && !(components.data && setting.data)) {
    return (
      <Unanswered
        error={error}
        onRetry={() => {
          void components.refetch();
          void setting.refetch();
        }}
      />
    );
  }
  if (!components.data || !setting.data) return <Skeleton height={320} />;
  const schema = settingSchema(namespace, components.data);
  if (!schema) return <Alert color="red">{namespace}</Alert>;
  const { data: schemas } = components;
  const save = async (value: Document, tag: string | undefined) => {
    await writeSetting(namespace, withoutMarks(value, schema, schemas), tag);
    succeeded(text.saved);
  };
  const isStored = setting.data.updated_at !== undefined;
  return (
    <Stack>
      {!isStored && <Alert color="gray">{text.notStored}</Alert>}
      <Pinned value={pinsOf(namespace, instance.data)}>
        <InForce value={inForceOf(namespace, instance.data)}>
          <DocumentEditor
            key={namespace}
            stored={setting.data}
            current={async (saved) =>
              (saved ? queries.getQueryData<Stored>(settingKey(namespace)) : undefined) ??
              (await readSetting(namespace))
            }
            save={save}
            form={(value, onChange) => (
              <Stack>
                {before?.(value, onChange)}
                <Sections
                  {...{ schema, value, onChange, omit, sections, fields }}
                  components={schemas}
                />
                {after?.(value, onChange)}
              </Stack>
            )}
            actions={
              isStored && (
                <Confirm
                  calls={`DELETE /v1/settings/${namespace}`}
                  label={text.reset}
                  consequence={
                    "restored" in NAMESPACES[namespace] ? text.resetMade : text.resetConsequence
                  }
                  onConfirm={async () => {
                    await api.DELETE("/v1/settings/{namespace}", {
                      params: { path: { namespace }, ...ifMatch(setting.data.tag) },
                    });
                    succeeded(text.deleted);
                    await queries.invalidateQueries();
                  }}
                />
              )
            }
          />
        </InForce>
      </Pinned>
    </Stack>
  );
}

/**
 * Title and sentence of a tab.
 * @param of the tab; else the one that is open
 */
export function TabHead({ of, children }: { of?: TabName; children?: ReactNode }) {
  const names = useTexts("tabs");
  const route = useRoute();
  const tab = of ?? route.tab;
  if (!Object.hasOwn(names, tab)) return null;
  const [title, about] = names[tab as TabName];
  return (
    <PageHead title={title} about={about}>
      {children}
    </PageHead>
  );
}

export function namespacePage(namespace: Namespace): ComponentType {
  return () => (
    <>
      <TabHead />
      <NamespaceForm namespace={namespace} />
    </>
  );
}
