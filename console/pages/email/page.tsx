/** The mail relay and the sign-in mails, with a preview and a test (auth-wire 8.2, 5.16). */
import { Button, Group, TextInput } from "@mantine/core";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import { succeeded } from "../../base/notices.ts";
import { Panel } from "../../parts/panel.tsx";
import { useAction } from "../../parts/use-action.ts";
import { MailPreview } from "../../settings/mail-preview.tsx";
import { NamespaceForm, TabHead } from "../../settings/namespace-page.tsx";

function TestMail() {
  const text = useTexts("mail");
  const [to, setTo] = useState("");
  const { busy, run } = useAction();
  const send = () =>
    run(async () => {
      await api.POST("/v1/email/test", { body: { to: to.trim() } });
      succeeded(text.sent);
    });
  return (
    <Panel title={text.test} about={text.testText}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Group align="end" gap="xs">
          <TextInput
            flex="1 1 14rem"
            maw={360}
            label={text.to}
            type="email"
            required
            withAsterisk={false}
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={busy}>
            {text.send}
          </Button>
        </Group>
      </form>
    </Panel>
  );
}

export default function Page() {
  return (
    <>
      <TabHead of="email" />
      <NamespaceForm
        namespace="email"
        after={(value) => {
          // The password of the relay has no part in how a mail looks.
          const { smtp: _, ...settings } = value;
          return (
            <MailPreview
              mails={[
                { name: "code", settings },
                { name: "link", settings, redirect_uri: "https://app.example.com/" },
              ]}
            />
          );
        }}
      />
      <TestMail />
    </>
  );
}
