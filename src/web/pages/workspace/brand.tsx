import { Checkbox, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { accentShades } from '#src/lib/accent-shades.ts';
import { colourForm, contrastOf } from '#src/lib/colour.ts';
import { WorkspaceSettingsDocument, type WorkspaceSettingsFragment } from '../../gql/workspace.ts';
import { Panel } from '../../kit/layout.tsx';
import { RecordFormFrame } from '../../kit/record-form-frame.tsx';
import { type PictureChange, PictureInput, savePicture } from '../../parts/picture-input.tsx';
import { type SectionProps, useSettings } from './settings-form.ts';

const valuesOf = (workspace: WorkspaceSettingsFragment) => ({
  accentColor: workspace.accentColor ?? '',
  showsBranding: workspace.showsBranding,
});

const inputOf = ({ accentColor, showsBranding }: ReturnType<typeof valuesOf>) => ({
  accentColor: accentColor.trim().toLowerCase() || null,
  showsBranding,
});

const isColour = (typed: string) => colourForm.test(typed.trim().toLowerCase());

const validate = {
  accentColor: (typed: string) => (typed.trim() === '' || isColour(typed) ? null : 'Must be a color such as #3538cd'),
};

/** Logo and colour of booking pages and emails. */
export function BrandSection({ workspace }: SectionProps) {
  const urql = useClient();
  const [logo, setLogo] = useState<PictureChange>();
  const { form, field, checkbox, frame } = useSettings({
    name: 'brand',
    workspace,
    valuesOf,
    inputOf,
    validate,
    more: {
      isChanged: logo !== undefined,
      save: async () => {
        const problem = await savePicture({ path: '/workspace/logo', field: 'logo' }, logo);
        if (problem || logo === undefined) return problem;
        setLogo(undefined);
        await urql.query(WorkspaceSettingsDocument, {}, { requestPolicy: 'network-only' }).toPromise();
        return undefined;
      },
      discard: () => setLogo(undefined),
    },
  });
  const { accentColor } = form.values;
  return (
    <Panel title="Brand" summary="On booking pages, and in emails to invitees.">
      <RecordFormFrame frame={frame}>
        <PictureInput
          label="Logo"
          description="A JPG, PNG, WebP or SVG of at most 2 MB, up to eight times as wide as high. It is shown on white and on dark pages."
          isSquare={false}
          name={workspace.name}
          url={workspace.logoUrl}
          change={logo}
          onChange={setLogo}
          problem={frame.problem?.fields.logo}
          isBusy={frame.isBusy}
        />
        <TextInput
          label="Accent color"
          description="For buttons, links and the chosen day"
          placeholder="#3538cd"
          maxLength={7}
          maw="20rem"
          spellCheck={false}
          leftSection={
            <input
              type="color"
              className="color-well"
              aria-label="Choose the accent color"
              value={isColour(accentColor) ? accentColor.trim().toLowerCase() : '#3538cd'}
              onChange={({ currentTarget }) => form.setFieldValue('accentColor', currentTarget.value)}
            />
          }
          {...field('accentColor')}
        />
        {isColour(accentColor) && <Shades accent={accentColor.trim().toLowerCase()} />}
        <Checkbox
          label="Show “Scheduling by Slotline”"
          description="In small letters below booking pages"
          {...checkbox('showsBranding')}
        />
      </RecordFormFrame>
    </Panel>
  );
}

/** How a colour is used, with shades on which text is readable. */
function Shades({ accent }: { readonly accent: string }) {
  const { fill, ink, light, dark } = accentShades(accent);
  const ratio = (one: string, other: string) => contrastOf(one, other).toFixed(1);
  const sample = { padding: '0.375rem 0.75rem', borderRadius: '0.5rem', fontSize: '0.875rem' };
  return (
    <div>
      <Group gap="sm" aria-hidden="true">
        <span style={{ ...sample, background: fill, color: ink }}>Book</span>
        <span style={{ ...sample, background: '#ffffff', color: light.text, border: '1px solid #d0d5dd' }}>
          10:30 AM
        </span>
        <span style={{ ...sample, background: '#161b26', color: dark.text, border: '1px solid #333741' }}>
          10:30 AM
        </span>
      </Group>
      <Text size="sm" c="dimmed" mt={6} role="status">
        {fill === accent
          ? `Text on buttons is readable: contrast ${ratio(ink, fill)} to 1.`
          : `Text would be hard to read on ${accent}, so buttons have ${fill}, the nearest shade with a contrast of ${ratio(ink, fill)} to 1.`}{' '}
        {light.text !== accent && `Links on light pages have ${light.text}. `}
        {dark.text !== accent && `Links on dark pages have ${dark.text}.`}
      </Text>
    </div>
  );
}
