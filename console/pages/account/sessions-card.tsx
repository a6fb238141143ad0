/** Where one is signed in, and the end of it (K-11). */
import { Button, Skeleton, Stack, Text } from "@mantine/core";
import { fill } from "../../../src/std/texts/fill.ts";
import { api, type Schemas } from "../../api/client.ts";
import { useLanguage, useTexts } from "../../base/language.ts";
import { succeeded } from "../../base/notices.ts";
import { queries } from "../../base/queries.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Unanswered } from "../../parts/unanswered.tsx";
import { useAction } from "../../parts/use-action.ts";
import { SignInEntry, useBrowserName } from "../../people/sign-in-entry.tsx";
import { useSignIns } from "./answers.ts";

function OneSession({ session }: { session: Schemas["SignIn"] }) {
  const text = useTexts("account");
  const language = useLanguage();
  const { busy, run } = useAction();
  const { sid, signed_in_at, current } = session;
  const name = useBrowserName(session);
  const date = new Date(signed_in_at).toLocaleString(language);
  const end = () =>
    run(async () => {
      await api.DELETE("/v1/me/sign-ins/{sid}", { params: { path: { sid } } });
      succeeded(text.ended);
      await queries.invalidateQueries();
    });
  return (
    <SignInEntry signIn={session}>
      {!current && (
        <Button
          size="xs"
          variant="default"
          loading={busy}
          aria-label={fill(text.endOne, { name, date })}
          onClick={() => void end()}
        >
          {text.end}
        </Button>
      )}
    </SignInEntry>
  );
}

export function SessionsCard() {
  const text = useTexts("account");
  const sessions = useSignIns();
  if (sessions.data === null) return null;
  const items = sessions.data?.items;
  const knowsThisOne = items?.some(({ current }) => current);
  return (
    <Panel title={text.sessions} about={text.sessionsText}>
      {sessions.error && !items ? (
        <Unanswered error={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : items === undefined ? (
        <Skeleton height={60} />
      ) : items.length === 0 ? (
        <Text size="sm">{text.noSessions}</Text>
      ) : (
        <Stack component="ul" className="console-entries" gap={0}>
          {items.map((session) => (
            <OneSession key={session.sid} session={session} />
          ))}
        </Stack>
      )}
      {knowsThisOne && (
        <div>
          <Confirm
            label={text.endOthers}
            consequence={text.endOthersText}
            onConfirm={async () => {
              await api.DELETE("/v1/me/sign-ins");
              succeeded(text.othersEnded);
              await queries.invalidateQueries();
            }}
          />
        </div>
      )}
    </Panel>
  );
}
