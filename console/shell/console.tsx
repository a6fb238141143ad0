/** The whole console: providers around the shell. */
import { localStorageColorSchemeManager, MantineProvider, PasswordInput } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { setNonce } from "get-nonce";
import { useMemo } from "react";
import { NONCE } from "../api/base.ts";
import { cameBack } from "../base/again.ts";
import { useTexts } from "../base/language.ts";
import { queries } from "../base/queries.ts";
import { Shell } from "./shell.tsx";
import { CameBack } from "./sign-in-again.tsx";
import { theme, variables } from "./theme.ts";

// Dialogs lock the scrolling of the page with a stylesheet of their own.
setNonce(NONCE);

const colorSchemes = localStorageColorSchemeManager({ key: "postern-color-scheme" });

/** The theme, with the words that the components would have in English. */
function useTheme() {
  const { showPassword } = useTexts("frame");
  return useMemo(
    () => ({
      ...theme,
      components: {
        PasswordInput: PasswordInput.extend({
          defaultProps: { visibilityToggleButtonProps: { "aria-label": showPassword } },
        }),
      },
    }),
    [showPassword],
  );
}

export function Console() {
  return (
    <MantineProvider
      theme={useTheme()}
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
