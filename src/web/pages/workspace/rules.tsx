import '../../parts/custom-fields/custom-fields.css';
import { Checkbox, Group, Select, SimpleGrid } from '@mantine/core';
import { useCallback, useRef } from 'react';
import type { RuleStagesQuery, StageTrigger, WorkspaceSettingsFragment } from '../../gql/workspace.ts';
import { Panel } from '../../kit/layout.tsx';
import { RecordFormFrame } from '../../kit/record-form-frame.tsx';
import { ColorDot } from '../../parts/custom-fields/colors.tsx';
import { type SectionProps, useSettings } from './settings-form.ts';

type Stage = NonNullable<RuleStagesQuery['contactStage']>['options'][number];

const triggers = ['FIRST_BOOKING', 'WON', 'NO_SHOW'] as const satisfies readonly StageTrigger[];

/** The values of a select besides the ids of stages. */
const byDefault = 'default';
const unchanged = 'unchanged';

const ruleOf = ({ stageRules }: WorkspaceSettingsFragment, trigger: StageTrigger) => {
  const rule = stageRules.find((each) => each.trigger === trigger);
  if (!rule) return byDefault;
  return rule.optionId === null ? unchanged : String(rule.optionId);
};

const valuesOf = (workspace: WorkspaceSettingsFragment) => ({
  FIRST_BOOKING: ruleOf(workspace, 'FIRST_BOOKING'),
  WON: ruleOf(workspace, 'WON'),
  NO_SHOW: ruleOf(workspace, 'NO_SHOW'),
  assignsHostAsOwner: workspace.assignsHostAsOwner,
});
type Values = ReturnType<typeof valuesOf>;

const inputOf = (values: Values) => values;

const rulesOf = (values: Values) =>
  triggers.flatMap((trigger) => {
    const value = values[trigger];
    return value === byDefault ? [] : [{ trigger, optionId: value === unchanged ? null : Number(value) }];
  });

const questions: Readonly<Record<StageTrigger, { readonly label: string; readonly description: string }>> = {
  FIRST_BOOKING: { label: 'Books for the first time', description: 'By default, the first stage' },
  WON: { label: 'Is won', description: 'By default, the stage named Customer' },
  NO_SHOW: { label: 'Does not show up', description: 'By default, stays in its stage' },
};

/** What a stage is by default; undefined if the contact stays in its stage. */
const defaultOf: Readonly<Record<StageTrigger, (open: readonly Stage[]) => Stage | undefined>> = {
  FIRST_BOOKING: ([first]) => first,
  WON: (open) => open.find(({ name }) => name.trim().toLowerCase() === 'customer'),
  NO_SHOW: () => undefined,
};

const stays = 'Do not change';

/** What a select offers: the default, no change, and the stages; an archived one only where it is the stored one. */
function choicesOf(trigger: StageTrigger, stages: readonly Stage[], value: string) {
  const fallback = defaultOf[trigger](stages.filter(({ isArchived }) => !isArchived));
  return [
    { value: byDefault, label: `Default: ${fallback?.name ?? 'do not change'}`, color: fallback?.color ?? null },
    { value: unchanged, label: stays, color: null },
    ...stages
      .filter(({ id, isArchived }) => !isArchived || String(id) === value)
      .map(({ id, name, color, isArchived }) => ({
        value: String(id),
        label: isArchived ? `${name} (archived, so the default applies)` : name,
        color,
      })),
  ];
}

interface RulesProps extends SectionProps {
  /** Undefined until they are known, and where the workspace has none. */
  readonly stages: readonly Stage[] | undefined;
}

/** What happens to contacts by itself. */
export function RulesSection({ workspace, stages = [] }: RulesProps) {
  // Errors name the rules by their places in the list that was sent.
  const sent = useRef<ReturnType<typeof rulesOf>>([]);
  const textOf = (name: string, value: unknown) => {
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    const choices = choicesOf(name as StageTrigger, stages, String(value));
    return choices.find((choice) => choice.value === value)?.label ?? String(value);
  };
  const { form, field, checkbox, frame } = useSettings({
    name: 'rules',
    workspace,
    valuesOf,
    inputOf,
    textOf,
    update: ({ assignsHostAsOwner, ...changed }, from) => {
      const isMoved = Object.keys(changed).length > 0;
      sent.current = rulesOf({ ...valuesOf(from), ...changed });
      return { assignsHostAsOwner, stageRules: isMoved ? sent.current : undefined };
    },
    fieldErrors: useCallback((errors) => byTrigger(errors, sent.current), []),
  });
  return (
    <Panel title="Rules" summary="What happens to a contact by itself. It only moves to a later stage, never back.">
      <RecordFormFrame frame={frame}>
        {stages.length > 0 && (
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            {triggers.map((trigger) => {
              const value = form.values[trigger];
              const choices = choicesOf(trigger, stages, value);
              const colorOf = (chosen: string) => choices.find((choice) => choice.value === chosen)?.color ?? null;
              return (
                <Select
                  key={trigger}
                  {...questions[trigger]}
                  data={choices}
                  allowDeselect={false}
                  leftSection={<ColorDot color={colorOf(value)} />}
                  renderOption={({ option }) => (
                    <Group gap="xs" wrap="nowrap">
                      <ColorDot color={colorOf(option.value)} />
                      <bdi>{option.label}</bdi>
                    </Group>
                  )}
                  {...field(trigger)}
                />
              );
            })}
          </SimpleGrid>
        )}
        <Checkbox
          label="Give contacts without an owner to the host"
          description="When they book, are won or do not show up"
          {...checkbox('assignsHostAsOwner')}
        />
      </RecordFormFrame>
    </Panel>
  );
}

/** The errors of the rules by their triggers, which are the names of their fields. */
function byTrigger(errors: Record<string, string>, sent: ReturnType<typeof rulesOf>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([path, text]) => {
      const place = /^stageRules\[(\d+)\]/.exec(path)?.[1];
      return [(place !== undefined && sent[Number(place)]?.trigger) || path, text];
    }),
  );
}
