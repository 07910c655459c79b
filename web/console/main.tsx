import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./styles/shell.css";
import "./styles/parts.css";
import "./styles/pages.css";
import "./styles/tables.css";
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "./api/query-client.ts";
import { createConsoleRouter } from "./shell/routes.tsx";
import { theme, variables } from "./shell/theme.ts";
import { ConfirmationProvider } from "./sign-in/confirmation.tsx";

const nonce = document.querySelector<HTMLMetaElement>("meta[name=style-nonce]")?.nonce ?? "";
// The library that locks scrolling behind a window reads the nonce for its style element here.
Object.assign(globalThis, { __webpack_nonce__: nonce });

const queries = createQueryClient(() => {
  queries.removeQueries({ queryKey: ["me"] });
  void router.invalidate();
});
const router = createConsoleRouter(queries);

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

createRoot(document.querySelector("#console")!).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
      deduplicateInlineStyles
    >
      <Notifications position="top-right" />
      <QueryClientProvider client={queries}>
        <ConfirmationProvider>
          <RouterProvider router={router} />
        </ConfirmationProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
