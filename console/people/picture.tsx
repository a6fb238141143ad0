/** A picture that this service keeps. One of an address elsewhere is not shown: it would learn who looks at the person. */
import { Image } from "@mantine/core";
import { PREFIX } from "../api/base.ts";

function ownPath(picture: unknown): string | undefined {
  if (typeof picture !== "string" || !URL.canParse(picture)) return undefined;
  const { origin, pathname } = new URL(picture);
  const own = origin === location.origin && pathname.startsWith(`${PREFIX}/pictures/`);
  return own ? pathname : undefined;
}

export function Picture({ details }: { readonly details: Readonly<Record<string, unknown>> }) {
  const path = ownPath(details.picture);
  return path ? <Image src={path} alt="" w={56} h={56} radius="md" fit="cover" /> : null;
}
