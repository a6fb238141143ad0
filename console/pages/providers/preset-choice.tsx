/** The first question about a new provider: where do people have an account already? */
import { Card, SimpleGrid, Text, UnstyledButton } from "@mantine/core";
import { useTexts } from "../../base/language.ts";
import { hashOf } from "../../base/route.ts";
import { PRESETS, type PresetName } from "./presets.ts";

export function PresetChoice() {
  const text = useTexts("federation");
  return (
    <>
      <Text fw={600}>{text.choosePreset}</Text>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {(Object.keys(PRESETS) as PresetName[]).map((preset) => (
          <UnstyledButton
            key={preset}
            component="a"
            className="console-choice"
            href={hashOf("providers", "new", {
              preset,
              ...(preset !== "other" && { id: preset }),
            })}
          >
            <Card withBorder padding="md" h="100%">
              <Text fw={600}>{text.presets[preset][0]}</Text>
              <Text size="sm" c="dimmed">
                {text.presets[preset][1]}
              </Text>
            </Card>
          </UnstyledButton>
        ))}
      </SimpleGrid>
    </>
  );
}
