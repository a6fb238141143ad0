/** The mail relay and the sign-in mails, with a preview and a test (auth-wire 8.2, 5.16). */
import { Button, Divider, Group, Text, TextInput } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { api } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import { succeeded } from "../../base/notices.ts";
import type { Section } from "../../form/sections.tsx";
import { Offered } from "../../parts/offered.tsx";
import { useAction } from "../../parts/use-action.ts";
import { MailPreview } from "../../settings/mail-preview.tsx";
import { NamespaceForm, TabHead } from "../../settings/namespace-page.tsx";

/** Beside the relay that it tries; the form around it saves. */
function TestMail() {
  const text = useTexts("mail");
  const [to, setTo] = useState("");
  const { busy, run } = useAction();
  const send = () =>
    run(async () => {
      await api.POST("/v1/email/test", { body: { to: to.trim() } });
      succeeded(text.sent);
    });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (to.trim() !== "") void send();
  };
  return (
    <section aria-label={text.test}>
      <Divider my="md" />
      <Text fw={600} size="sm">
        {text.test}
      </Text>
      <Text size="sm" c="dimmed" mb="xs">
        {text.testText}
      </Text>
      <Group align="end" gap="xs">
        <TextInput
          flex="1 1 14rem"
          maw={360}
          label={text.to}
          type="email"
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Button
          variant="default"
          loading={busy}
          disabled={to.trim() === ""}
          onClick={() => void send()}
        >
          {text.send}
        </Button>
      </Group>
    </section>
  );
}

export default function Page() {
  const { sections: titles } = useTexts("mail");
  const of = (
    name: keyof typeof titles,
    members: readonly string[],
    more: Partial<Section> = {},
  ): Section => ({ ...{ title: titles[name][0], about: titles[name][1], members }, ...more });
  return (
    <>
      <TabHead of="email" />
      <NamespaceForm
        namespace="email"
        sections={[
          of("relay", ["smtp"], {
            below: (
              <Offered calls="POST /v1/email/test">
                <TestMail />
              </Offered>
            ),
          }),
          of("from", ["from", "disabled", "magic_link"]),
          of("news", ["account_changes"]),
          of("texts", [
            "subject",
            "body_template",
            "magic_link_subject",
            "magic_link_body_template",
          ]),
          of("limits", ["code_lifetime", "attempts", "sending"], { folded: true }),
        ]}
        after={(value) => {
          // The password of the relay has no part in how a mail looks.
          const { smtp: _, ...settings } = value;
          return (
            <MailPreview
              mails={[
                { name: "code", settings },
                { name: "link", settings, redirect_uri: "https://app.example.com/" },
                { name: "change", settings, kind: "passkey_added" },
              ]}
            />
          );
        }}
      />
    </>
  );
}
