/** Recovery codes beside passkeys: for an account without an authenticator app, which has codes of its own (F-2, F-3). */
import { Alert, Button, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fill } from "../../../src/std/texts/fill.ts";
import { api, payloadOf } from "../../api/client.ts";
import { withRecentSignIn } from "../../base/again.ts";
import { useTexts } from "../../base/language.ts";
import { queries } from "../../base/queries.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { ShownOnce } from "../../parts/shown-once.tsx";
import { useAction } from "../../parts/use-action.ts";

export function SpareCodes() {
  const text = useTexts("account");
  const [codes, setCodes] = useState<readonly string[]>();
  const { busy, run } = useAction();
  const factor = useQuery({
    queryKey: ["totp"],
    queryFn: () => payloadOf(api.GET("/v1/totp")),
  });
  const make = async () => {
    const { recovery_codes } = await withRecentSignIn(() =>
      payloadOf(api.POST("/v1/totp/recovery", { body: {} })),
    );
    setCodes(recovery_codes);
    await queries.invalidateQueries();
  };
  if (codes) {
    return (
      <ShownOnce
        title={text.codesTitle}
        about={text.spareKeep}
        secrets={codes}
        copyLabel={text.copyCodes}
        doneLabel={text.kept}
        onDone={() => setCodes(undefined)}
      />
    );
  }
  if (!factor.data || factor.data.enabled) return null;
  const left = factor.data.recovery_codes_left;
  if (left === 0) {
    return (
      <Alert color="blue" title={text.spareTitle}>
        <Stack gap="sm" align="start">
          <Text size="sm">{text.spareText}</Text>
          <Button size="xs" loading={busy} onClick={() => void run(make)}>
            {text.makeCodes}
          </Button>
        </Stack>
      </Alert>
    );
  }
  return (
    <Stack gap="xs" align="start">
      <Text size="sm">{fill(text.codesLeft, { count: left })}</Text>
      <Confirm
        label={text.newCodes}
        color="postern"
        consequence={text.newCodesText}
        onConfirm={make}
      />
    </Stack>
  );
}
