/** How this service issues: several namespaces side by side, saved together (auth-wire 8.2). */
import { Accordion, Alert, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useInstanceConfig } from "../../base/instance-config.ts";
import { useTexts } from "../../base/language.ts";
import { succeeded } from "../../base/notices.ts";
import { useInfo } from "../../base/queries.ts";
import { Addresses } from "../../form/addresses.tsx";
import { DocumentEditor } from "../../form/document-editor.tsx";
import { FaultScope, useOpened } from "../../form/faults.ts";
import { InForce, Members, Pinned } from "../../form/members.tsx";
import { type Components, type Document, useComponents } from "../../form/schema.ts";
import { Unanswered } from "../../parts/unanswered.tsx";
import { settingSchema, TabHead } from "../../settings/namespace-page.tsx";
import { inForceOf, pinsOf } from "../../settings/pins.ts";
import { partOf, readSeveral, writeSeveral } from "../../settings/several.ts";
import { Purge } from "./purge.tsx";
import { SigningKey } from "./signing-key.tsx";

const NAMESPACES = ["oauth2", "token", "authorize", "registration", "password", "passkey"] as const;
type Namespace = (typeof NAMESPACES)[number];

export default function Page() {
  const components = useComponents();
  const stored = useQuery({
    queryKey: ["settings", "several"],
    queryFn: () => readSeveral(NAMESPACES),
  });
  const error = components.error ?? stored.error;
  return (
    <>
      <TabHead />
      <Effective />
      {components.data && stored.data ? (
        // A later reading that failed leaves the form, and what is typed in it, as it is.
        <Editor components={components.data} stored={stored.data} />
      ) : error ? (
        <Unanswered
          error={error}
          onRetry={() => {
            void components.refetch();
            void stored.refetch();
          }}
        />
      ) : (
        <Skeleton height={320} />
      )}
      <SigningKey />
      <Purge />
    </>
  );
}

/** What follows from the settings at this moment. */
function Effective() {
  const text = useTexts("issuer");
  const { data } = useInfo();
  if (!data) return <Skeleton height={120} />;
  const { issuer_url, callback_url_pattern, openid_configuration_url, token_url } = data.oauth2;
  return (
    <Addresses
      title={text.effective}
      about={text.effectiveAbout}
      addresses={[
        { label: text.issuer, value: issuer_url },
        { label: text.callback, value: callback_url_pattern },
        { label: text.discovery, value: openid_configuration_url },
        { label: text.tokenEndpoint, value: token_url },
      ]}
    />
  );
}

function Editor({
  components,
  stored,
}: {
  components: Components;
  stored: Awaited<ReturnType<typeof readSeveral>>;
}) {
  const records = useTexts("records");
  const save = async (value: Document, tag: string | undefined, over: Document) => {
    await writeSeveral(NAMESPACES, { value, tag, over }, components);
    succeeded(records.saved);
  };
  return (
    <DocumentEditor
      stored={stored}
      current={() => readSeveral(NAMESPACES)}
      save={save}
      form={(value, onChange) => <Parts {...{ components, value, onChange }} />}
    />
  );
}

function Parts({
  components,
  value,
  onChange,
}: {
  components: Components;
  value: Document;
  onChange: (value: Document) => void;
}) {
  const text = useTexts("issuer");
  const instance = useInstanceConfig();
  const opened = useOpened(
    ["oauth2", "token"],
    NAMESPACES.map((name) => ({ name, holds: (member) => member.startsWith(`${name}: `) })),
  );
  return (
    <Accordion multiple variant="contained" order={2} {...opened}>
      {NAMESPACES.map((namespace: Namespace) => {
        const schema = settingSchema(namespace, components);
        const [title, about] = text.parts[namespace];
        return (
          <Accordion.Item key={namespace} value={namespace} data-namespace={namespace}>
            <Accordion.Control>
              <Text fw={600}>{title}</Text>
              <Text size="sm" c="dimmed">
                {about}
              </Text>
            </Accordion.Control>
            <Accordion.Panel>
              {schema ? (
                <Pinned value={pinsOf(namespace, instance.data)}>
                  <InForce value={inForceOf(namespace, instance.data)}>
                    <FaultScope value={`${namespace}: `}>
                      <Members
                        {...{ schema, components }}
                        value={partOf(value, namespace)}
                        onChange={(next) => onChange({ ...value, [namespace]: next })}
                      />
                    </FaultScope>
                  </InForce>
                </Pinned>
              ) : (
                <Alert color="red">{namespace}</Alert>
              )}
            </Accordion.Panel>
          </Accordion.Item>
        );
      })}
    </Accordion>
  );
}
