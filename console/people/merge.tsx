/** Two accounts of one person become one: the other is chosen, what it means is shown, and then it is confirmed. */
import { Alert, Button, List, Select, Stack, Text, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode, useState } from "react";
import { fill } from "../../src/std/texts/fill.ts";
import { api, listOf, payloadOf, type Schemas } from "../api/client.ts";
import { useTexts } from "../base/language.ts";
import { succeeded } from "../base/notices.ts";
import { queries } from "../base/queries.ts";
import { Confirm } from "../parts/confirm.tsx";
import { Section } from "../parts/section.tsx";
import { useAction } from "../parts/use-action.ts";
import { NameOf } from "../records/names.tsx";

type Principal = Schemas["Principal"];
type Plan = Schemas["MergePlan"];

const MAX_SHOWN = 20;

const nameOf = ({ alias, id }: Principal): string => alias?.[0] ?? id;

async function findUsers(search: string): Promise<readonly Principal[]> {
  const query = { search, _limit: MAX_SHOWN, add_roles: false, add_permissions: false };
  return (await listOf(api.GET("/v1/users", { params: { query } }))).items;
}

interface PickerProps {
  /** The one that is kept. */
  readonly without: string;
  readonly value: string;
  readonly onPick: (id: string) => void;
}

function UserPicker({ without, value, onPick }: PickerProps) {
  const text = useTexts("accounts");
  const [typed, setTyped] = useState("");
  const [opened, setOpened] = useState(false);
  const [search] = useDebouncedValue(typed.trim(), 200);
  const matches = useQuery({
    queryKey: ["find-user", search],
    queryFn: () => findUsers(search),
    enabled: opened,
    placeholderData: keepPreviousData,
  });
  const options = (matches.data ?? [])
    .filter(({ id }) => id !== without)
    .map((user) => ({ value: user.id, label: nameOf(user) }));
  return (
    <Select
      label={text.mergeOther}
      description={text.mergeOtherAbout}
      searchable
      clearable
      data={options}
      filter={({ options: all }) => all}
      nothingFoundMessage={text.mergeNoUser}
      value={value || null}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      onChange={(id) => onPick(id ?? "")}
    />
  );
}

interface Line {
  /** A sentence, or one with a place for a list. */
  readonly text: string;
  readonly items?: readonly ReactNode[];
}

const line = (text: string, items: readonly ReactNode[]): Line[] =>
  items.length === 0 ? [] : [{ text, items }];

const namesOf = (base: "/v1/roles" | "/v1/permissions", ids: readonly string[]) =>
  ids.map((id) => <NameOf key={id} {...{ base, id }} />);

function Points({ title, lines }: { title: string; lines: readonly Line[] }) {
  const text = useTexts("accounts");
  return (
    <div>
      <Title order={3} size="h6">
        {title}
      </Title>
      {lines.length === 0 ? (
        <Text size="sm">{text.mergeNothing}</Text>
      ) : (
        <List size="sm">
          {lines.map(({ text: sentence, items = [] }) => (
            <List.Item key={sentence} style={{ overflowWrap: "anywhere" }}>
              {sentence.replace("{list}", "")}
              {items.map((item, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list is shown once, as it came
                <Fragment key={index}>
                  {index > 0 && ", "}
                  {item}
                </Fragment>
              ))}
            </List.Item>
          ))}
        </List>
      )}
    </div>
  );
}

const codes = (
  { mergeCodes }: { readonly mergeCodes: string },
  { recovery_codes: count }: { readonly recovery_codes: number },
): Line[] => (count > 0 ? [{ text: fill(mergeCodes, { count }) }] : []);

function useMoved({ moves }: Plan): readonly Line[] {
  const text = useTexts("accounts");
  const grants = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);
  const roles = [...moves.role_ids, ...grants(moves.tmp_role_ids)];
  const permissions = [...moves.permission_ids, ...grants(moves.tmp_permission_ids)];
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
  const elsewhere = moves.identities.map(
    ({ provider, label, subject }) => `${provider} (${label || subject})`,
  );
  return [
    ...line(text.mergeNames, moves.alias),
    ...line(text.mergeIdentities, elsewhere),
    ...line(text.mergePasskeys, names(moves.passkeys)),
    ...(moves.second_factor ? [{ text: text.mergeFactorMoves }] : []),
    ...codes(text, moves),
    ...line(text.mergeKeys, names(moves.api_keys)),
    ...line(text.mergeRoles, namesOf("/v1/roles", roles)),
    ...line(text.mergePermissions, namesOf("/v1/permissions", permissions)),
    ...line(text.mergeApplications, moves.applications),
  ];
}

function useLost({ lost }: Plan): readonly Line[] {
  const text = useTexts("accounts");
  return [
    ...(lost.password ? [{ text: text.mergePassword }] : []),
    ...(lost.second_factor ? [{ text: text.mergeFactor }] : []),
    ...codes(text, lost),
    ...line(text.mergeDetails, lost.details),
    ...line(text.mergeSynced, namesOf("/v1/roles", lost.sync_role_ids)),
    ...line(text.mergeAllowed, lost.applications),
    { text: text.mergeSessions },
  ];
}

function Shown({ plan, onDone }: { plan: Plan; onDone: () => void }) {
  const text = useTexts("accounts");
  const [moved, lost] = [useMoved(plan), useLost(plan)];
  const { kept, gone, digest } = plan;
  const merge = async () => {
    const params = { path: { id: kept.id } };
    await api.POST("/v1/users/{id}/merge", { params, body: { user_id: gone.id, digest } });
    succeeded(fill(text.merged, { gone: gone.name, kept: kept.name }));
    onDone();
    await queries.invalidateQueries();
  };
  return (
    <Alert color="orange" role="region" title={fill(text.mergeTitle, { gone: gone.name })}>
      <Stack gap="sm">
        <Points title={fill(text.mergeMoves, { kept: kept.name })} lines={moved} />
        <Points title={text.mergeLost} lines={lost} />
        <div>
          <Confirm
            label={text.merge}
            consequence={fill(text.mergeWhat, { gone: gone.name })}
            onConfirm={merge}
          />
        </div>
      </Stack>
    </Alert>
  );
}

/** @param record the user that is kept */
export function MergeUser({ record: { id } }: { record: Principal }) {
  const text = useTexts("accounts");
  const [other, setOther] = useState("");
  const [plan, setPlan] = useState<Plan>();
  const { busy, run } = useAction();
  const choose = (user: string) => {
    setOther(user);
    setPlan(undefined);
  };
  const look = () =>
    run(async () => {
      const params = { path: { id } };
      const body = { user_id: other };
      setPlan(await payloadOf(api.POST("/v1/users/{id}/merge/preview", { params, body })));
    });
  return (
    <Section title={text.mergeSection} about={text.mergeAbout}>
      <Stack gap="sm">
        <UserPicker without={id} value={other} onPick={choose} />
        {plan ? (
          <Shown plan={plan} onDone={() => choose("")} />
        ) : (
          <div>
            <Button
              size="xs"
              variant="default"
              loading={busy}
              disabled={other === ""}
              onClick={() => void look()}
            >
              {text.mergeLook}
            </Button>
          </div>
        )}
      </Stack>
    </Section>
  );
}
