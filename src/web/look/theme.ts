/** Mantine in our clothes: its colours are our variables, its primary colour is ink. */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

const ink = Array.from({ length: 10 }, () => "var(--ink)") as unknown as MantineColorsTuple;

export const theme = createTheme({
  colors: { ink },
  primaryColor: "ink",
  fontFamily: "var(--ui)",
  fontFamilyMonospace: "var(--mono)",
  defaultRadius: 6,
  respectReducedMotion: true,
  cursorType: "pointer",
});

const variables = {
  "--mantine-color-body": "var(--bg)",
  "--mantine-color-text": "var(--ink)",
  "--mantine-color-dimmed": "var(--ink-3)",
  "--mantine-color-placeholder": "var(--ink-3)",
  "--mantine-color-default": "var(--surface)",
  "--mantine-color-default-hover": "var(--sunken)",
  "--mantine-color-default-color": "var(--ink)",
  "--mantine-color-default-border": "var(--line-2)",
  "--mantine-primary-color-filled": "var(--ink)",
  "--mantine-primary-color-contrast": "var(--on-ink)",
};

export const variablesOf: CSSVariablesResolver = () => ({ variables: {}, light: variables, dark: variables });
