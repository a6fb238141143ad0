/** The key by which one record decrypts, and its change in two steps: published first, then used alone. */
import { Badge, Code, Group, List, Paper, Stack, Text } from "@mantine/core";
import { api } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import { succeeded } from "../../base/notices.ts";
import { queries, useInfo } from "../../base/queries.ts";
import { SectionHead } from "../../form/sections.tsx";
import { type Step, TwoSteps } from "./two-steps.tsx";

/** @param hasNext a second key is published beside the one in use */
export function EncryptionPanel({ id, hasNext }: { id: string; hasNext: boolean }) {
  const text = useTexts("federation").encryption;
  const { data } = useInfo();
  const run = async (step: Step) => {
    const params = { path: { id } };
    await (step === "prepare"
      ? api.POST("/v1/saml/providers/{id}/encryption-key/prepare", { params })
      : api.POST("/v1/saml/providers/{id}/encryption-key/activate", { params }));
    succeeded(text.done[step]);
    await queries.invalidateQueries();
  };
  return (
    <Paper withBorder p="md" component="section" aria-label={text.title}>
      <SectionHead title={text.title} about={text.about} />
      <Stack gap="sm">
        <Group gap="xs">
          <Badge variant="light" tt="none" color="teal">
            {text.now}
          </Badge>
          {hasNext && (
            <Badge variant="light" tt="none" color="yellow">
              {text.next}
            </Badge>
          )}
        </Group>
        {hasNext && (
          <>
            <Text size="sm">{text.toDo}</Text>
            <List type="ordered" size="sm" spacing={4}>
              <List.Item>
                {text.read}{" "}
                {data && (
                  <Code style={{ overflowWrap: "anywhere" }}>
                    {`${data.oauth2.effective_base_url}${data.prefix_path}/saml/${encodeURIComponent(id)}/metadata`}
                  </Code>
                )}
              </List.Item>
              <List.Item>{text.choose}</List.Item>
              <List.Item>{text.try}</List.Item>
            </List>
          </>
        )}
        <TwoSteps
          calls="POST /v1/saml/providers/{id}/encryption-key/prepare"
          {...{ text, run }}
          hasNext={hasNext}
        />
      </Stack>
    </Paper>
  );
}
