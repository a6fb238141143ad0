/** How a mail looks with settings that are not saved. The service draws it; nothing in it can run here. */
import { Button, Group, SegmentedControl, Stack, Text, useMatches } from "@mantine/core";
import { useState } from "react";
import { api, payloadOf, type Schemas } from "../api/client.ts";
import { useTexts } from "../base/language.ts";
import type { Document } from "../form/schema.ts";
import { Offered } from "../parts/offered.tsx";
import { Panel } from "../parts/panel.tsx";
import { useAction } from "../parts/use-action.ts";
import { DrawnMail } from "./drawn-mail.tsx";

/** A mail, and the settings under which the preview of the service draws it. */
export interface PreviewedMail {
  readonly name: "code" | "link" | "verify" | "reset" | "change";
  readonly settings: Document;
  /** With it, it is the mail with a link. */
  readonly redirect_uri?: string;
  /** Absent: the mail to sign in with. */
  readonly kind?: Schemas["EmailPreviewRequest"]["kind"];
}

type Preview = Schemas["EmailPreview"];

export function MailPreview(props: { mails: readonly PreviewedMail[] }) {
  return (
    <Offered calls="POST /v1/email/preview">
      <MailPreviewPanel {...props} />
    </Offered>
  );
}

function MailPreviewPanel({ mails }: { mails: readonly PreviewedMail[] }) {
  const text = useTexts("mail");
  // Three names in one line are wider than a phone.
  const orientation = useMatches<"vertical" | "horizontal">({ base: "vertical", sm: "horizontal" });
  const [name, setName] = useState(mails[0]?.name ?? "code");
  const [preview, setPreview] = useState<Preview>();
  const { busy, run } = useAction();
  const show = () =>
    run(async () => {
      const mail = mails.find((one) => one.name === name);
      const body = {
        settings: mail?.settings ?? {},
        ...(mail?.redirect_uri !== undefined && { redirect_uri: mail.redirect_uri }),
        ...(mail?.kind && { kind: mail.kind }),
      };
      setPreview(await payloadOf(api.POST("/v1/email/preview", { body: body as never })));
    });
  return (
    <Panel title={text.preview} about={text.previewText}>
      <Group>
        {mails.length > 1 && (
          <SegmentedControl
            aria-label={text.which}
            orientation={orientation}
            data={mails.map((one) => ({ value: one.name, label: text[one.name] }))}
            value={name}
            onChange={(next) => {
              setName(next as PreviewedMail["name"]);
              setPreview(undefined);
            }}
          />
        )}
        <Button variant="default" loading={busy} onClick={() => void show()}>
          {text.show}
        </Button>
      </Group>
      {preview && (
        <Stack gap="xs">
          <div>
            <Text size="xs" c="dimmed">
              {text.subject}
            </Text>
            <Text fw={600}>
              <bdi>{preview.subject}</bdi>
            </Text>
          </div>
          <DrawnMail html={preview.html} label={text.drawn} />
          <Text size="xs" c="dimmed">
            {text.plain}
          </Text>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached with the keyboard */}
          <pre className="console-mail" tabIndex={0}>
            {preview.body}
          </pre>
        </Stack>
      )}
    </Panel>
  );
}
