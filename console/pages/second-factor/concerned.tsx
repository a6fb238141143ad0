/** How many people a rule concerns as it is typed, and how many of them have no factor yet. */
import { Alert, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { fill } from "../../../src/std/texts/fill.ts";
import { api, payloadOf } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import type { Document } from "../../form/schema.ts";
import { Unanswered } from "../../parts/unanswered.tsx";

const rolesOf = ({ role_ids }: Document): string[] =>
  Array.isArray(role_ids) ? role_ids.map(String) : [];

export function ConcernedPeople({ rule }: { rule: Document }) {
  const text = useTexts("secondFactor");
  const body = {
    everybody: rule.everybody === true,
    administrators: rule.administrators === true,
    role_ids: rolesOf(rule),
  };
  const [asked] = useDebouncedValue(JSON.stringify(body), 200);
  const { data, error, refetch } = useQuery({
    queryKey: ["second-factor-preview", asked],
    queryFn: () =>
      payloadOf(api.POST("/v1/second-factor/preview", { body: JSON.parse(asked) as typeof body })),
    placeholderData: keepPreviousData,
  });
  if (error) return <Unanswered error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const { people, without, names } = data;
  const more = without - names.length;
  return (
    <Alert color={without > 0 ? "yellow" : "gray"} title={text.title} role="status">
      <Text size="sm">{people === 0 ? text.none : fill(text.concerned, { people, without })}</Text>
      {names.length > 0 && (
        <Text size="sm">
          {text.without}{" "}
          {names.map((name, index) => (
            <span key={name}>
              {index > 0 && ", "}
              <bdi>{name}</bdi>
            </span>
          ))}
          {more > 0 && ` ${fill(text.more, { more })}`}
        </Text>
      )}
    </Alert>
  );
}
