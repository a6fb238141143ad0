/** Applications that were allowed to use an account, and taking that back (Z-12). */
import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { fill } from "../../src/std/texts/fill.ts";
import { api, listOf, type Schemas } from "../api/client.ts";
import { notOffered } from "../api/not-offered.ts";
import { useTexts } from "../base/language.ts";
import { succeeded } from "../base/notices.ts";
import { queries } from "../base/queries.ts";
import { Confirm } from "../parts/confirm.tsx";
import { Entry } from "../parts/entry.tsx";
import { PlaceOf } from "../parts/place-of.tsx";
import { Section } from "../parts/section.tsx";
import { TimeIn } from "../parts/time.tsx";
import { useShown } from "../parts/together.tsx";
import { Unanswered } from "../parts/unanswered.tsx";

type Application = Schemas["ConnectedApplication"];

interface ListProps {
  readonly title: string;
  readonly about?: string;
  readonly none: string;
  /** Of the user whose applications they are. */
  readonly of: string;
  readonly read: () => Promise<{ readonly items: readonly Application[] }>;
  readonly withdraw: (client_id: string) => Promise<unknown>;
}

/** A session that does not act in person sees none. */
const useApplications = (of: string, read: ListProps["read"]) =>
  useQuery({ queryKey: ["applications", of], queryFn: () => notOffered(read()) });

const readOwn: ListProps["read"] = () => listOf(api.GET("/v1/me/applications"));

export const useOwnApplications = () => useApplications("me", readOwn);

function Applications({ title, about, none, of, read, withdraw }: ListProps) {
  const text = useTexts("applications");
  const list = useApplications(of, read);
  const { data, error } = useShown(list);
  if (data === null) return null;
  return (
    <Section title={title} about={about}>
      {error ? (
        <Unanswered error={error} onRetry={() => void list.refetch()} />
      ) : !data ? (
        <PlaceOf>
          <Text size="sm">{none}</Text>
        </PlaceOf>
      ) : data.items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      ) : (
        <Stack component="ul" className="console-entries" gap={0}>
          {data.items.map(({ client_id, name, host, scope, resources, updated_at }) => (
            <Entry
              key={client_id}
              name={name}
              facts={[
                host,
                scope.join(" "),
                ...resources,
                <TimeIn key="allowed" text={text.allowed} at={updated_at} />,
              ]}
            >
              <Confirm
                label={text.withdraw}
                consequence={fill(text.withdrawWhat, { name })}
                onConfirm={async () => {
                  await withdraw(client_id);
                  succeeded(text.withdrawn);
                  await queries.invalidateQueries();
                }}
              />
            </Entry>
          ))}
        </Stack>
      )}
    </Section>
  );
}

export function OwnApplications() {
  const text = useTexts("applications");
  return (
    <Applications
      {...{ title: text.title, about: text.ownText, none: text.noneOwn, of: "me" }}
      read={readOwn}
      withdraw={(client_id) =>
        api.DELETE("/v1/me/applications", { params: { query: { client_id } } })
      }
    />
  );
}

export function UserApplications({ user }: { user: string }) {
  const text = useTexts("applications");
  const path = { id: user };
  return (
    <Applications
      {...{ title: text.title, none: text.noneOfUser, of: user }}
      read={() => listOf(api.GET("/v1/users/{id}/applications", { params: { path } }))}
      withdraw={(client_id) =>
        api.DELETE("/v1/users/{id}/applications", { params: { path, query: { client_id } } })
      }
    />
  );
}
