/** What mails with a link need and is not set yet, said where they are sent, with the way to it. */
import { Alert, Anchor, Button, Group, Text } from "@mantine/core";
import { fill } from "../../src/std/texts/fill.ts";
import { useInstanceConfig } from "../base/instance-config.ts";
import { useTexts } from "../base/language.ts";
import { succeeded } from "../base/notices.ts";
import { queries } from "../base/queries.ts";
import { useMayCall } from "../base/rights.ts";
import { hashOf } from "../base/route.ts";
import { isDocument } from "../form/schema.ts";
import { Icon } from "../parts/icon.tsx";
import { useArrived } from "../parts/together.tsx";
import { useAction } from "../parts/use-action.ts";
import { readSetting, useSetting, writeSetting } from "./namespace-page.tsx";

/** The address at which the console is open: what people need, unless another one leads here, too. */
function UseThisAddress() {
  const text = useTexts("mail");
  const { busy, run } = useAction();
  const use = () =>
    run(async () => {
      const { value, tag } = await readSetting("oauth2");
      await writeSetting("oauth2", { ...value, base_url: location.origin }, tag);
      succeeded(text.addressSet);
      await queries.invalidateQueries();
    });
  return (
    <Button size="compact-sm" variant="default" loading={busy} onClick={() => void use()}>
      {fill(text.useAddress, { origin: location.origin })}
    </Button>
  );
}

export function MailNeeds() {
  const text = useTexts("mail");
  const may = useMayCall("PUT /v1/settings/oauth2");
  const config = useInstanceConfig().data;
  const oauth2 = useSetting("oauth2", may).data?.value;
  const email = useSetting("email", may).data?.value;
  const arrived = useArrived();
  if (!arrived || !config || !oauth2 || !email) return null;
  const knowsAddress = Boolean(oauth2.base_url || config.oauth2.base_url);
  const hasRelay = isDocument(email.smtp) && Boolean(email.smtp.host);
  if (knowsAddress && hasRelay) return null;
  return (
    <Alert color="yellow" icon={<Icon name="warning" />} mb="md" role="note">
      {!hasRelay && (
        <Text size="sm">
          {text.needsRelay}{" "}
          <Anchor inherit href={hashOf("email")}>
            {text.toRelay}
          </Anchor>
        </Text>
      )}
      {!knowsAddress && (
        <>
          <Text size="sm">{text.needsAddress}</Text>
          <Group gap="sm" mt={6}>
            <UseThisAddress />
            <Anchor size="sm" href={hashOf("oauth2-overview")}>
              {text.otherAddress}
            </Anchor>
          </Group>
        </>
      )}
    </Alert>
  );
}
