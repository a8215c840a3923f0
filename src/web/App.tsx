import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { Refused } from "./data/client.js";
import { theme, variablesOf } from "./look/theme.js";
import { router } from "./router.js";
import { LanguageProvider } from "./texts/language.js";

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000, // the server tells when something changed; this is for what it cannot know
      retry: (times, error) => !(error instanceof Refused) && times < 2,
    },
  },
});

export function App() {
  return (
    <QueryClientProvider client={client}>
      <MantineProvider theme={theme} cssVariablesResolver={variablesOf} defaultColorScheme="auto">
        <LanguageProvider>
          <RouterProvider router={router} />
        </LanguageProvider>
      </MantineProvider>
    </QueryClientProvider>
  );
}
