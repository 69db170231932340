import { ActionIcon, Menu } from '@mantine/core';

/** The colours that an option can have, by the names that are stored. */
export const optionColors = [
  'gray',
  'red',
  'pink',
  'grape',
  'violet',
  'blue',
  'cyan',
  'teal',
  'green',
  'yellow',
  'orange',
];

const noColor = 'transparent';

/** The colour of an option; a name that is none of ours may come from the API. */
function cssColor(color: string | null): string {
  return color !== null && optionColors.includes(color) ? `var(--mantine-color-${color}-6)` : noColor;
}

export function ColorDot({ color }: { readonly color: string | null }) {
  return <span className="color-dot" style={{ background: cssColor(color) }} />;
}

interface ColorMenuProps {
  readonly label: string;
  readonly color: string | null;
  readonly onChange: (color: string | null) => void;
}

/** A button with the colour, which opens the others. */
export function ColorMenu({ label, color, onChange }: ColorMenuProps) {
  const shown = color !== null && optionColors.includes(color) ? color : 'none';
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={`${label}: ${shown}`}>
          <ColorDot color={color} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {[null, ...optionColors].map((each) => (
          <Menu.Item key={each ?? noColor} leftSection={<ColorDot color={each} />} onClick={() => onChange(each)}>
            {each === null ? 'No color' : each.charAt(0).toUpperCase() + each.slice(1)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
