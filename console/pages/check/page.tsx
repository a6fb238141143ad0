/** May X do METHOD HOST/PATH, and why; the settings of the check below (auth-wire 8.2). */
import {
  Autocomplete,
  Button,
  Divider,
  Group,
  Skeleton,
  Stack,
  TextInput,
  Title,
} from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { api } from "../../api/client.ts";
import { Failure } from "../../api/failure.ts";
import { useTexts } from "../../base/language.ts";
import { queries } from "../../base/queries.ts";
import { hashOf, replaceRoute, useRoute } from "../../base/route.ts";
import { Icon } from "../../parts/icon.tsx";
import { Unanswered } from "../../parts/unanswered.tsx";
import { NamespaceForm, TabHead } from "../../settings/namespace-page.tsx";
import { type Question, Result } from "./result.tsx";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
const MEMBERS = ["who", "host", "path", "method"] as const;

const readQuestion = (query: URLSearchParams): Question => ({
  who: query.get("who") ?? "",
  host: query.get("host") ?? location.host,
  path: query.get("path") ?? "",
  method: query.get("method") ?? "GET",
});

/** An id has no spaces and no at-sign, but so have some aliases: the alias is asked for first. */
async function explain({ who, ...request }: Question) {
  const ask = async (identity: { alias?: string; id?: string }) => {
    const { data } = await api.POST("/v1/check/explain", { body: { ...identity, ...request } });
    if (!data) throw new Failure(0, "");
    return data;
  };
  const byAlias = await ask({ alias: who });
  if (who === "" || byAlias.identity.state !== "unknown") return byAlias;
  const byId = await ask({ id: who });
  return byId.identity.state === "unknown" ? byAlias : byId;
}

export default function Page() {
  const text = useTexts("explain");
  const { query } = useRoute();
  const [typed, setTyped] = useState(() => readQuestion(query));
  // A link from a record fills the form in, and leaves what it does not know to be typed.
  const isFilled = query.has("fill");
  const question = query.has("path") && !isFilled ? readQuestion(query) : undefined;
  const missing = useRef<HTMLInputElement>(null);
  useEffect(() => missing.current?.focus(), []);
  const key = ["check-explain", question];
  const answer = useQuery({
    queryKey: key,
    queryFn: () => explain(question ?? typed),
    enabled: question !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    replaceRoute(hashOf("check", "", { ...typed }));
    void queries.invalidateQueries({ queryKey: ["check-explain"] });
  };
  const field = (name: (typeof MEMBERS)[number]) => ({
    label: text[name],
    value: typed[name],
    autoComplete: "off",
    spellCheck: false,
  });
  const change = (name: (typeof MEMBERS)[number]) => (value: string) =>
    setTyped((before) => ({ ...before, [name]: value }));
  return (
    <Stack>
      <TabHead />
      <form onSubmit={submit} aria-label={text.question}>
        <Stack gap="sm">
          <TextInput
            {...field("who")}
            ref={isFilled && !query.has("who") ? missing : undefined}
            description={text.whoHint}
            onChange={(event) => change("who")(event.currentTarget.value)}
          />
          <Group align="end" grow preventGrowOverflow={false}>
            <Autocomplete
              {...field("method")}
              data={METHODS}
              onChange={change("method")}
              maw={140}
            />
            <TextInput
              {...field("host")}
              onChange={(event) => change("host")(event.currentTarget.value)}
            />
            <TextInput
              {...field("path")}
              ref={isFilled && query.has("who") ? missing : undefined}
              required
              placeholder="/api/reports"
              onChange={(event) => change("path")(event.currentTarget.value)}
            />
          </Group>
          <Group>
            <Button type="submit" leftSection={<Icon name="check" size={16} />}>
              {text.ask}
            </Button>
          </Group>
        </Stack>
      </form>
      <div aria-live="polite">
        {answer.error && question ? (
          <Unanswered error={answer.error} onRetry={() => void answer.refetch()} />
        ) : answer.data && question ? (
          <Result said={answer.data} question={question} />
        ) : (
          answer.isFetching && <Skeleton height={160} />
        )}
      </div>
      <Divider />
      <Title order={2} size="h4">
        {text.settings}
      </Title>
      <NamespaceForm namespace="check" />
    </Stack>
  );
}
