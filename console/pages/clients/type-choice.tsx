/** The first question about a new client: what is it? */
import { Card, Group, SimpleGrid, Text, UnstyledButton } from "@mantine/core";
import { useTexts } from "../../base/language.ts";
import { hashOf } from "../../base/route.ts";
import { Icon } from "../../parts/icon.tsx";
import { CLIENT_TYPES, TYPE_ICONS } from "./types.ts";

export function TypeChoice() {
  const text = useTexts("clients");
  return (
    <>
      <Text fw={600}>{text.choose}</Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {CLIENT_TYPES.map((type) => (
          <UnstyledButton
            key={type}
            component="a"
            href={hashOf("clients", "new", { type })}
            className="console-choice"
          >
            <Card withBorder padding="md" h="100%">
              <Group wrap="nowrap" align="start">
                <Icon name={TYPE_ICONS[type]} size={22} />
                <div>
                  <Text fw={600}>{text.types[type][0]}</Text>
                  <Text size="sm" c="dimmed">
                    {text.types[type][1]}
                  </Text>
                </div>
              </Group>
            </Card>
          </UnstyledButton>
        ))}
      </SimpleGrid>
    </>
  );
}
