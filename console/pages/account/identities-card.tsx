/** The sign-ins elsewhere that lead to the own account (U-3; F-3). */
import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { fill } from "../../../src/std/texts/fill.ts";
import { api, payloadOf, type Schemas } from "../../api/client.ts";
import { withRecentSignIn } from "../../base/again.ts";
import { useTexts } from "../../base/language.ts";
import { succeeded } from "../../base/notices.ts";
import { queries } from "../../base/queries.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Entry } from "../../parts/entry.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Panel } from "../../parts/panel.tsx";
import { TimeIn } from "../../parts/time.tsx";
import { Unanswered } from "../../parts/unanswered.tsx";
import { useAction } from "../../parts/use-action.ts";
import { useIdentities } from "./answers.ts";

type Identity = Schemas["OwnIdentities"]["identities"][number];

function OneIdentity({ identity }: { identity: Identity }) {
  const text = useTexts("account");
  const { provider, issuer, subject, name, label, created_at } = identity;
  return (
    <Entry
      name={name}
      facts={[
        label && <bdi key="label">{label}</bdi>,
        <TimeIn key="linked" text={text.linked} at={created_at} />,
      ]}
    >
      <Confirm
        label={text.unlink}
        aria-label={fill(text.unlinkOne, { name })}
        consequence={fill(text.unlinkText, { name })}
        onConfirm={async () => {
          const query = { provider, issuer, subject };
          await withRecentSignIn(() => api.DELETE("/v1/me/identities", { params: { query } }));
          succeeded(text.unlinked);
          await queries.invalidateQueries();
        }}
      />
    </Entry>
  );
}

export function IdentitiesCard() {
  const text = useTexts("account");
  const { busy, run } = useAction();
  const own = useIdentities();
  const { identities = [], providers = [] } = own.data ?? {};
  if (own.data && identities.length + providers.length === 0) return null;
  const link = (provider: string) =>
    run(async () => {
      const { location: target } = await withRecentSignIn(() =>
        payloadOf(api.POST("/v1/me/identities", { body: { provider } })),
      );
      location.assign(target);
    });
  return (
    <Panel title={text.identities} about={text.identitiesText}>
      {own.error && !own.data ? (
        <Unanswered error={own.error} onRetry={() => void own.refetch()} />
      ) : !own.data ? (
        <Skeleton height={40} />
      ) : identities.length === 0 ? (
        <Text size="sm">{text.noIdentities}</Text>
      ) : (
        <Stack component="ul" className="console-entries" gap={0}>
          {identities.map((identity) => (
            <OneIdentity key={`${identity.provider} ${identity.subject}`} identity={identity} />
          ))}
        </Stack>
      )}
      <Group gap="xs">
        {providers.map(({ id, name }) => (
          <Button
            key={id}
            size="xs"
            variant="default"
            disabled={busy}
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => void link(id)}
          >
            {fill(text.link, { name })}
          </Button>
        ))}
      </Group>
    </Panel>
  );
}
