/** A picture that this service keeps. One of an address elsewhere is not loaded: its host would learn who looks at the person. */
import { Avatar, Group, Image, Text } from "@mantine/core";
import { fill } from "../../src/std/texts/fill.ts";
import { PREFIX } from "../api/base.ts";
import { useTexts } from "../base/language.ts";

/** Where a picture is: the path of one of ours, or the host of another one. */
function placeOf(
  picture: unknown,
): { readonly path: string } | { readonly host: string } | undefined {
  if (typeof picture !== "string" || !URL.canParse(picture)) return undefined;
  const { origin, pathname, host } = new URL(picture);
  const isOwn = origin === location.origin && pathname.startsWith(`${PREFIX}/pictures/`);
  return isOwn ? { path: pathname } : { host: host || picture };
}

const nameOf = ({ name }: Readonly<Record<string, unknown>>): string =>
  typeof name === "string" ? name : "";

export function Picture({ details }: { readonly details: Readonly<Record<string, unknown>> }) {
  const text = useTexts("people");
  const place = placeOf(details.picture);
  if (!place) return null;
  if ("path" in place) {
    return <Image src={place.path} alt="" w={56} h={56} radius="md" fit="cover" />;
  }
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar name={nameOf(details)} size={56} radius="md" aria-hidden />
      <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {fill(text.pictureElsewhere, { host: place.host })}
      </Text>
    </Group>
  );
}
