/** One browser that is signed in: since when, used when, and what ends it. */
import { Badge } from "@mantine/core";
import type { ReactNode } from "react";
import { fill } from "../../src/std/texts/fill.ts";
import type { Schemas } from "../api/client.ts";
import { useTexts } from "../base/language.ts";
import { Entry } from "../parts/entry.tsx";
import { TimeIn } from "../parts/time.tsx";

/** What people call it. */
export function useBrowserName({ browser, agent }: Schemas["SignIn"]): string {
  const text = useTexts("people");
  if (agent) return fill(text.browserOn, agent);
  return browser || text.unknownBrowser;
}

export function SignInEntry({
  signIn,
  children,
}: {
  signIn: Schemas["SignIn"];
  children?: ReactNode;
}) {
  const text = useTexts("people");
  const { signed_in_at, last_used_at, current } = signIn;
  return (
    <Entry
      name={useBrowserName(signIn)}
      badge={
        current && (
          <Badge variant="light" tt="none" color="teal">
            {text.thisBrowser}
          </Badge>
        )
      }
      facts={[
        <TimeIn key="signed-in" text={text.signedIn} at={signed_in_at} />,
        <TimeIn key="used" text={text.lastUsed} at={last_used_at} />,
      ]}
    >
      {children}
    </Entry>
  );
}
