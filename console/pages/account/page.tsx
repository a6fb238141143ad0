/** account (auth-wire 8.2). */
import { Anchor } from "@mantine/core";
import { PREFIX } from "../../api/base.ts";
import { TabHead } from "../../settings/namespace-page.tsx";

export default function Page() {
  return (
    <>
      <TabHead />
      <Anchor href={`${PREFIX}/ui/account`}>{`${PREFIX}/ui/account`}</Anchor>
    </>
  );
}
