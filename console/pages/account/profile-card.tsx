/** Who one is here, and what one may do. */
import { Anchor, Badge, Group, Text } from "@mantine/core";
import { Fragment, type ReactNode, useState } from "react";
import { fill } from "../../../src/std/texts/fill.ts";
import type { Schemas } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import { Panel } from "../../parts/panel.tsx";
import { Picture } from "../../people/picture.tsx";

type Profile = Schemas["Profile"];

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

export function ProfileCard({ profile }: { profile: Profile }) {
  const text = useTexts("account");
  const { details, alias, local, id } = profile;
  const rows: readonly (readonly [string, ReactNode])[] = [
    [text.name, textOf(details.name) && <bdi>{textOf(details.name)}</bdi>],
    [
      text.usernames,
      alias.length > 0 && (
        <Group gap={6}>
          {alias.map((one) => (
            <bdi key={one}>{one}</bdi>
          ))}
        </Group>
      ),
    ],
    [text.email, textOf(details.email) && <bdi>{textOf(details.email)}</bdi>],
    [text.account, local ? text.local : text.foreign],
    [text.id, <code key="id">{id}</code>],
  ];
  return (
    <Panel title={text.profile}>
      <Picture details={details} />
      <dl className="console-facts">
        {rows
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
      </dl>
    </Panel>
  );
}

/** Names that are shown before one asks for the rest. */
const SHOWN_FIRST = 24;

function Names({ title, names }: { title: string; names: readonly string[] }) {
  const text = useTexts("account");
  const [all, setAll] = useState(false);
  const shown = all ? names : names.slice(0, SHOWN_FIRST);
  return (
    <div>
      <Text size="sm" fw={600} component="h3">
        {title}
      </Text>
      {names.length === 0 ? (
        <Text size="sm" c="dimmed">
          {text.none}
        </Text>
      ) : (
        <Group gap={6} mt={4}>
          {shown.map((name) => (
            <Badge key={name} variant="light" tt="none" maw="100%" title={name}>
              <bdi>{name}</bdi>
            </Badge>
          ))}
          {shown.length < names.length && (
            <Anchor component="button" type="button" size="sm" onClick={() => setAll(true)}>
              {fill(text.more, { count: names.length - shown.length })}
            </Anchor>
          )}
        </Group>
      )}
    </div>
  );
}

export function AccessCard({ profile }: { profile: Profile }) {
  const text = useTexts("account");
  return (
    <Panel title={text.access}>
      <Names title={text.roles} names={profile.roles} />
      <Names title={text.permissions} names={profile.permissions} />
    </Panel>
  );
}
