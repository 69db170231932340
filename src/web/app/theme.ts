import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core';

/** Mantine fills with shade 3 in the dark and with 7 and 8 in the light: the accent of look.css. */
const accent: MantineColorsTuple = [
  '#eef0ff',
  '#dfe2ff',
  '#c3cbff',
  'var(--accent)',
  '#8490f5',
  '#6a74e8',
  '#4f55da',
  'var(--accent)',
  'var(--accent-strong)',
  '#20264a',
];

/** Mantine takes text, borders and surfaces of the dark look from this scale: those of look.css. */
const dark: MantineColorsTuple = [
  'var(--ink)',
  '#cdd1d8',
  'var(--soft)',
  'var(--edge)',
  'var(--line)',
  '#262c38',
  'var(--card)',
  'var(--paper)',
  '#090d16',
  '#05080f',
];

/** Of dialogs and drawers alike. */
const dialogTitle = { fontWeight: 600 };

export const theme = createTheme({
  colors: { accent, dark },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 3 },
  variantColorResolver(input) {
    const colors = defaultVariantColorsResolver(input);
    const isAccent = input.variant === 'filled' && (input.color === undefined || input.color === 'accent');
    if (!isAccent) return colors;
    return { ...colors, background: 'var(--accent)', hover: 'var(--accent-strong)', color: 'var(--accent-ink)' };
  },
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '650' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Badge: { defaultProps: { variant: 'light', tt: 'none', fw: 500 } },
    Button: { defaultProps: { size: 'sm', fw: 500 } },
    // Enter takes what is highlighted: the first that fits what is typed.
    MultiSelect: { defaultProps: { selectFirstOptionOnChange: true } },
    Select: { defaultProps: { selectFirstOptionOnChange: true } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } }, styles: { title: dialogTitle } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { tabIndex: 0, 'aria-label': 'Show password' } },
    },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        overlayProps: { backgroundOpacity: 0.45 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
      styles: { title: dialogTitle },
    },
  },
});

const colors = {
  '--mantine-color-body': 'var(--card)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--soft)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--error-ink)',
  '--mantine-color-placeholder': 'var(--soft)',
};

/** Mantine's own are too pale to be read on the light variant of badges and notes. */
const readable = {
  '--mantine-color-green-light-color': '#1f6b31',
  '--mantine-color-orange-light-color': '#8a3c00',
  '--mantine-color-red-light-color': '#b32424',
  '--mantine-color-yellow-light-color': '#7a4d00',
};

/** Mantine's own are darker than the dark cards that they mark something on. */
const visible = {
  '--mantine-color-accent-light': 'var(--tint)',
  '--mantine-color-gray-light': 'var(--line)',
};

/** The colours by their names in look.css, which follows the colour scheme of the system as Mantine does. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...colors, ...readable },
  dark: { ...colors, ...visible },
});
