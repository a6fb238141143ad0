/** What administrators do often: sync the directory, and open the documents that others ask for. */
import { Button, Paper, Stack, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { PREFIX } from "../../api/base.ts";
import { api } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import { succeeded } from "../../base/notices.ts";
import { queries, useInfo } from "../../base/queries.ts";
import { useMay } from "../../base/rights.ts";
import { hashOf } from "../../base/route.ts";
import { Icon } from "../../parts/icon.tsx";
import { Offered } from "../../parts/offered.tsx";
import { useAway } from "../first-steps/progress.ts";

export function Actions() {
  const text = useTexts("overview");
  const info = useInfo();
  const { away } = useAway();
  const full = useMay();
  const sync = useMutation({
    mutationFn: () => api.POST("/v1/ldap/sync"),
    onSuccess: async () => {
      succeeded(text.syncDone);
      await queries.invalidateQueries();
    },
  });
  const { openid_configuration_url: discovery, jwks_url: keys } = info.data?.oauth2 ?? {};
  const links = [
    [text.discovery, discovery],
    [text.keys, keys],
    [text.documentation, `${PREFIX}/swagger/index.html`],
  ] as const;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="overview-actions">
      <Stack gap="xs" align="start">
        <Title order={2} size="h5" id="overview-actions">
          {text.actions}
        </Title>
        {!away && full && (
          <Button
            component="a"
            href={hashOf("first-steps")}
            variant="light"
            size="xs"
            leftSection={<Icon name="done" size={16} />}
          >
            {text.firstSteps}
          </Button>
        )}
        <Offered calls="POST /v1/ldap/sync">
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="directory" size={16} />}
            loading={sync.isPending}
            onClick={() => sync.mutate()}
          >
            {text.sync}
          </Button>
        </Offered>
        {links.map(
          ([label, href]) =>
            href !== undefined && (
              <Button
                key={label}
                component="a"
                href={href}
                target="_blank"
                rel="noreferrer"
                variant="default"
                size="xs"
                leftSection={<Icon name="out" size={16} />}
              >
                {label}
              </Button>
            ),
        )}
      </Stack>
    </Paper>
  );
}
