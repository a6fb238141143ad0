/** The records of a list with its filters as CSV, as the service writes it. */
import { Button } from "@mantine/core";
import { PREFIX } from "../api/base.ts";
import { useTexts } from "../base/language.ts";
import { useRoute } from "../base/route.ts";
import { Icon } from "../parts/icon.tsx";
import type { IamBase } from "./iam-pages.tsx";

/** Of the address bar, and of the list alone. */
const NOT_EXPORTED = ["offset", "_sort"];

export function ExportLink({ base }: { base: IamBase }) {
  const text = useTexts("records");
  const { query } = useRoute();
  const filters = [...query].filter(([name, value]) => !NOT_EXPORTED.includes(name) && value);
  return (
    <Button
      component="a"
      variant="default"
      href={`${PREFIX}${base}/export?${new URLSearchParams(filters)}`}
      download
      leftSection={<Icon name="download" size={16} />}
    >
      {text.export}
    </Button>
  );
}
