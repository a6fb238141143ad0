/** People whose name belongs to another account, and the two answers to that (decision E-5). */
import { Alert, Anchor, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { fill } from "../../src/std/texts/fill.ts";
import { api, payloadOf, type Schemas } from "../api/client.ts";
import { useTexts } from "../base/language.ts";
import { succeeded } from "../base/notices.ts";
import { queries } from "../base/queries.ts";
import { useMayCall } from "../base/rights.ts";
import { hashOf } from "../base/route.ts";
import { Confirm } from "../parts/confirm.tsx";
import { Icon } from "../parts/icon.tsx";
import { Time } from "../parts/time.tsx";

type Conflict = Schemas["IdentityConflict"];

/** Draws nothing while no one waits. */
export function IdentityConflicts() {
  const text = useTexts("conflicts");
  const list = useQuery({
    queryKey: ["identity-conflicts"],
    queryFn: () => payloadOf(api.GET("/v1/identity-conflicts")),
    enabled: useMayCall("GET /v1/identity-conflicts"),
  });
  if (!list.data || list.data.length === 0) return null;
  return (
    <Alert color="yellow" icon={<Icon name="warning" />} title={text.title} role="region" mb="md">
      <Stack>
        <Text size="sm">{text.about}</Text>
        {list.data.map((one) => (
          <Waiting key={[one.provider, one.issuer, one.subject, one.name].join(" ")} one={one} />
        ))}
      </Stack>
    </Alert>
  );
}

function Waiting({ one }: { readonly one: Conflict }) {
  const text = useTexts("conflicts");
  const { provider, issuer, subject, name, label, reason, user_id, seen_at } = one;
  const decide = (decision: "same" | "other") => async () => {
    const body = { provider, issuer, subject, name, decision };
    await api.POST("/v1/identity-conflicts/decide", { body });
    succeeded(text.decided);
    await queries.invalidateQueries();
  };
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        <bdi>{name}</bdi>: {text.reasons[reason]}
      </Text>
      <Text size="xs" style={{ overflowWrap: "anywhere" }}>
        <bdi>{label}</bdi> · <bdi>{provider}</bdi> · <bdi>{issuer}</bdi> <bdi>{subject}</bdi> ·{" "}
        <Time value={seen_at} />
      </Text>
      <Text size="xs">
        <Anchor href={hashOf("users", user_id)} c="inherit" underline="always" inherit>
          {text.account}
        </Anchor>
      </Text>
      <Group gap="xs" align="flex-start" mt="xs">
        {reason !== "renamed" && (
          <Confirm
            calls="POST /v1/identity-conflicts/decide"
            label={text.same}
            aria-label={`${text.same}: ${name}`}
            consequence={fill(text.sameWhat, { name })}
            onConfirm={decide("same")}
          />
        )}
        <Confirm
          calls="POST /v1/identity-conflicts/decide"
          label={text.other}
          aria-label={`${text.other}: ${name}`}
          consequence={fill(
            reason === "other_id" || reason === "no_id" ? text.leftWhat : text.otherWhat,
            { name },
          )}
          onConfirm={decide("other")}
        />
      </Group>
    </Stack>
  );
}
