/** The whole console: providers around the shell. */
import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { setNonce } from "get-nonce";
import { NONCE } from "../api/base.ts";
import { cameBack } from "../base/again.ts";
import { queries } from "../base/queries.ts";
import { Shell } from "./shell.tsx";
import { CameBack } from "./sign-in-again.tsx";
import { theme, variables } from "./theme.ts";

// Dialogs lock the scrolling of the page with a stylesheet of their own.
setNonce(NONCE);

const colorSchemes = localStorageColorSchemeManager({ key: "postern-color-scheme" });

export function Console() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
      getStyleNonce={() => NONCE}
    >
      <QueryClientProvider client={queries}>
        <Notifications position="bottom-right" limit={6} />
        {cameBack() ? <CameBack /> : <Shell />}
      </QueryClientProvider>
    </MantineProvider>
  );
}
