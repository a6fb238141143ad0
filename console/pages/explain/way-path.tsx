/** One way to a role or permission, drawn as a path: who, the roles on the way, and what is at its end. */
import { Badge, Group, Text } from "@mantine/core";
import { Fragment, type ReactNode } from "react";
import { fill } from "../../../src/std/texts/fill.ts";
import type { Schemas } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import { TimeIn } from "../../parts/time.tsx";
import { RecordLink } from "../../records/record-link.tsx";

type Way = Schemas["Way"];
type Start = Schemas["HeldBy"];

/** By hand, by a directory or a provider, or for a while. */
export function StartBadge({ start }: { start: Start }) {
  const text = useTexts("explain");
  const { given, starts_at, expires_at } = start;
  return (
    <Badge variant="light" color={given === "temporary" ? "yellow" : "gray"} tt="none">
      {text.given[given]}
      {starts_at && (
        <>
          {" · "}
          <TimeIn text={text.from} at={starts_at} />
        </>
      )}
      {expires_at && (
        <>
          {" · "}
          <TimeIn text={text.until} at={expires_at} />
        </>
      )}
    </Badge>
  );
}

export function RoleLink({ id, name }: { id: string; name: string }) {
  return (
    <RecordLink tab="roles" id={id}>
      <bdi>{name}</bdi>
    </RecordLink>
  );
}

const Arrow = () => (
  <Text span c="dimmed" aria-hidden>
    →
  </Text>
);

/** @param end what the last role lists; absent for a way to a role */
export function WayPath({ way, who, end }: { way: Way; who: string; end?: ReactNode }) {
  const text = useTexts("explain");
  const { roles, roles_left_out: left } = way;
  return (
    <Group gap={6} component="li">
      <bdi>{who}</bdi>
      <StartBadge start={way} />
      {roles.map(({ id, name }, at) => (
        <Fragment key={id}>
          <Arrow />
          {left !== undefined && at === roles.length - 1 && (
            <>
              <Text span c="dimmed" size="sm">
                {fill(text.leftOut, { count: left })}
              </Text>
              <Arrow />
            </>
          )}
          <RoleLink id={id} name={name} />
        </Fragment>
      ))}
      {end && (
        <>
          <Arrow />
          {end}
        </>
      )}
    </Group>
  );
}
