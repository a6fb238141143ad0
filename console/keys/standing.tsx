/** Whether a key works, in a word and a colour. */
import { Badge } from "@mantine/core";
import type { Schemas } from "../api/client.ts";
import { useTexts } from "../base/language.ts";

export type Standing = "active" | "disabled" | "expired";

export function standingOf({
  disabled,
  expires_at,
}: Pick<Schemas["ApiKey"], "disabled" | "expires_at">): Standing {
  if (expires_at !== undefined && Date.parse(expires_at) <= Date.now()) return "expired";
  return disabled ? "disabled" : "active";
}

const COLOURS = { active: "teal", disabled: "gray", expired: "red" } as const;

export function StandingBadge({ standing }: { standing: Standing }) {
  return (
    <Badge variant="light" tt="none" miw="max-content" color={COLOURS[standing]}>
      {useTexts("keys")[standing]}
    </Badge>
  );
}
