/** API keys of all owners, and the settings for them (auth-wire 8.2, 6.5; F-7). */
import { Alert, Button, Tabs } from "@mantine/core";
import { useTexts } from "../../base/language.ts";
import { hashOf, replaceRoute, useRoute } from "../../base/route.ts";
import { Icon } from "../../parts/icon.tsx";
import { Offered } from "../../parts/offered.tsx";
import { NamespaceForm, TabHead, useSetting } from "../../settings/namespace-page.tsx";
import { EditKey } from "./edit-key.tsx";
import { IssueKey } from "./issue-key.tsx";
import { KeyList } from "./key-list.tsx";

export default function Page() {
  const text = useTexts("keys");
  const { rest, query } = useRoute();
  const setting = useSetting("api_key");
  if (rest === "new") return <IssueKey />;
  if (rest !== "") return <EditKey key={rest} id={rest} />;
  const view = query.get("view") === "settings" ? "settings" : "keys";
  return (
    <>
      <TabHead of="api-keys">
        <Offered calls="POST /v1/api-key-principals">
          <Button
            component="a"
            href={hashOf("api-keys", "new")}
            leftSection={<Icon name="plus" size={16} />}
          >
            {text.issue}
          </Button>
        </Offered>
      </TabHead>
      {setting.data?.value.disabled === true && <Alert color="yellow">{text.off}</Alert>}
      <Tabs
        value={view}
        onChange={(next) =>
          replaceRoute(hashOf("api-keys", "", next === "settings" ? { view: next } : undefined))
        }
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="keys">{text.keys}</Tabs.Tab>
          <Tabs.Tab value="settings">{text.settings}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="keys">
          <KeyList />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <NamespaceForm namespace="api_key" />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
