import {
  Alert,
  Button,
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  Modal,
  Table,
} from "@mantine/core";

const INDIGO: MantineColorsTuple = [
  "#eef1ff",
  "#dfe4ff",
  "#c0c9fc",
  "#9dabf6",
  "#8093f1",
  "#667ceb",
  "#4c62dd",
  "#3b4fc4",
  "#3343a8",
  "#2b398c",
];

const SANS =
  'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif';
const MONO = 'ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace';

export const theme = createTheme({
  colors: { indigo: INDIGO },
  primaryColor: "indigo",
  primaryShade: { light: 7, dark: 6 },
  fontFamily: SANS,
  fontFamilyMonospace: MONO,
  defaultRadius: "md",
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  headings: {
    fontWeight: "650",
    sizes: { h1: { fontSize: "1.5rem", lineHeight: "1.3" }, h2: { fontSize: "1.125rem", lineHeight: "1.4" } },
  },
  components: {
    Button: Button.extend({ defaultProps: { size: "sm" } }),
    Modal: Modal.extend({ defaultProps: { centered: true, closeButtonProps: { "aria-label": "Close" } } }),
    Alert: Alert.extend({ defaultProps: { variant: "outline" } }),
    Table: Table.extend({ defaultProps: { verticalSpacing: "sm", horizontalSpacing: "md" } }),
  },
});

/** Colours with a contrast of at least 4.5: the library's pale texts and links have less. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-text": "#1c2233",
    "--mantine-color-anchor": "#3343a8",
    "--mantine-color-dimmed": "#586075",
    "--mantine-color-placeholder": "#667085",
    "--mantine-color-error": "#b42318",
    "--mantine-color-body": "#ffffff",
    "--page": "#f5f6fa",
    "--line": "#e1e4ec",
    "--raised": "#ffffff",
    "--good": "#0b6b3f",
    "--good-soft": "#dff5e8",
    "--bad": "#a11c14",
    "--bad-soft": "#fde7e4",
    "--warn": "#7a4a00",
    "--warn-soft": "#fdf0d3",
    "--note": "#2f3f9e",
    "--note-soft": "#e6eaff",
    "--quiet": "#475067",
    "--quiet-soft": "#eceef4",
    "--bar": "#4c62dd",
    "--bar-soft": "#c0c9fc",
    "--bar-bad": "#d6453a",
  },
  dark: {
    "--mantine-color-text": "#e6e9f2",
    "--mantine-color-anchor": "#a9b6ff",
    "--mantine-color-dimmed": "#a3abc0",
    "--mantine-color-placeholder": "#8e96ab",
    "--mantine-color-error": "#ff9d93",
    "--mantine-color-body": "#161a26",
    "--mantine-color-default": "#1d2231",
    "--mantine-color-default-hover": "#262c3e",
    "--mantine-color-default-border": "#39415a",
    // Background and border of fields.
    "--mantine-color-dark-6": "#1d2231",
    "--mantine-color-dark-4": "#39415a",
    "--page": "#10131c",
    "--line": "#2a3145",
    "--raised": "#161a26",
    "--good": "#7ddca8",
    "--good-soft": "#123524",
    "--bad": "#ffa79e",
    "--bad-soft": "#451a17",
    "--warn": "#f5c56b",
    "--warn-soft": "#3d2c0b",
    "--note": "#b3bfff",
    "--note-soft": "#232d5c",
    "--quiet": "#b5bdd1",
    "--quiet-soft": "#252b3b",
    "--bar": "#8093f1",
    "--bar-soft": "#343f73",
    "--bar-bad": "#ff8b80",
  },
});
