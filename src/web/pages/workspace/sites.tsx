import { TagsInput } from '@mantine/core';
import type { WorkspaceSettingsFragment } from '../../gql/workspace.ts';
import { Panel } from '../../kit/layout.tsx';
import { RecordFormFrame } from '../../kit/record-form-frame.tsx';
import { originOf, siteProblem } from '../../parts/embed-origins.ts';
import { type SectionProps, useSettings } from './settings-form.ts';

const valuesOf = ({ embedOrigins }: WorkspaceSettingsFragment) => ({ embedOrigins: [...embedOrigins] });

const inputOf = ({ embedOrigins }: ReturnType<typeof valuesOf>) => ({
  embedOrigins: [...new Set(embedOrigins.map(originOf))],
});

/** Names the first site that is refused: the field shows all of them in one place. */
const validate = {
  embedOrigins: (sites: readonly string[]) => {
    const problems = sites.map((site) => [site, siteProblem(site, [])] as const);
    const [site, problem] = problems.find(([, each]) => each !== null) ?? [];
    return problem ? `${site}: ${problem}` : null;
  },
};

/** The sites that may show the booking pages. */
export function SitesSection({ workspace }: SectionProps) {
  const { errorWithin, field, frame } = useSettings({ name: 'sites', workspace, valuesOf, inputOf, validate });
  return (
    <Panel
      title="Sites that may embed"
      summary="Browsers show the booking pages in a frame only on these sites. The code for a site is in the Share dialog of each event."
    >
      <RecordFormFrame frame={frame}>
        <TagsInput
          aria-label="Sites"
          placeholder="www.example.com, then Enter"
          maxTags={50}
          acceptValueOnBlur
          splitChars={[',', ' ', ';']}
          {...field('embedOrigins')}
          error={errorWithin('embedOrigins')}
        />
      </RecordFormFrame>
    </Panel>
  );
}
