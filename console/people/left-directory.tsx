/** Why a directory refuses a user, and since when (decision E-6). */
import { Alert } from "@mantine/core";
import type { Schemas } from "../api/client.ts";
import { useTexts } from "../base/language.ts";
import { Time } from "../parts/time.tsx";

type Left = NonNullable<Schemas["Principal"]["left_directory"]>;

export function LeftDirectory({ left }: { readonly left: Left }) {
  const people = useTexts("people");
  const records = useTexts("records");
  const [before = "", after = ""] = people.leftHint.split("{time}");
  return (
    <Alert color="gray" title={records.left[left.reason]} role="region">
      {before}
      <Time value={left.since} />
      {after}
    </Alert>
  );
}
