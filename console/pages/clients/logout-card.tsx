/** Which sign-outs a client is still to be told of (OpenID Connect Back-Channel Logout 1.0). */
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, payloadOf } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import type { Document } from "../../form/schema.ts";
import { Section } from "../../parts/section.tsx";
import { Time } from "../../parts/time.tsx";
import { useShown } from "../../parts/together.tsx";
import { Unanswered } from "../../parts/unanswered.tsx";

function Counts({ id }: { id: string }) {
  const text = useTexts("clientLogout");
  const state = useQuery({
    queryKey: ["client-logout", id],
    queryFn: () =>
      payloadOf(api.GET("/v1/oauth/client-logouts/{id}", { params: { path: { id } } })),
  });
  const { data, error } = useShown(state);
  if (error) return <Unanswered error={error} onRetry={() => void state.refetch()} />;
  if (!data) return <Skeleton height={30} />;
  const { signed_in, waiting, given_up, failure, next_try } = data;
  return (
    <dl className="console-pairs">
      <dt>{text.signedIn}</dt>
      <dd>{signed_in}</dd>
      <dt>{text.waiting}</dt>
      <dd>{waiting}</dd>
      {given_up > 0 && (
        <>
          <dt>{text.givenUp}</dt>
          <dd>{given_up}</dd>
        </>
      )}
      {failure !== "" && (
        <>
          <dt>{text.failure}</dt>
          <dd>{failure}</dd>
        </>
      )}
      {next_try !== null && (
        <>
          <dt>{text.nextTry}</dt>
          <dd>
            <Time value={next_try} />
          </dd>
        </>
      )}
    </dl>
  );
}

export function LogoutCard({ id, config }: { id: string; config: Document }) {
  const text = useTexts("clientLogout");
  const { backchannel_logout_uri: uri } = config;
  if (typeof uri !== "string" || uri === "") return null;
  return (
    <Section title={text.title} about={text.about}>
      <Counts id={id} />
    </Section>
  );
}
