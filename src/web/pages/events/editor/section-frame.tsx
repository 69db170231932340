import { Alert, Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { CheckIcon, WarningIcon } from '../../../kit/icons.tsx';
import { Panel } from '../../../kit/layout.tsx';
import { ProblemNote } from '../../../kit/messages.tsx';
import { type SectionName, sectionTitles } from '../search.ts';
import type { SectionFrame } from './use-section.ts';

interface SectionPanelProps {
  readonly name: SectionName;
  readonly summary?: ReactNode;
  readonly frame: SectionFrame;
  readonly children: ReactNode;
}

/** The fields of a section, and below them what saves them. */
export function SectionPanel({ name, summary, frame, children }: SectionPanelProps) {
  const { isBusy, isChanged, isSaved, problem, hasConflicts, onSave, onDiscard, onUndo } = frame;
  return (
    <Panel title={sectionTitles[name]} summary={summary}>
      <form onSubmit={onSave} noValidate>
        <Stack gap="md">
          <ProblemNote problem={problem} />
          {children}
          {hasConflicts && (
            <Alert role="alert" className="warn-note" icon={<WarningIcon />} title="It was changed elsewhere meanwhile">
              The marked fields have other values now. Save to replace them with yours, or discard your changes.
            </Alert>
          )}
          <Group gap="sm" className="section-end">
            <Button type="submit" loading={isBusy} disabled={!isChanged}>
              Save
            </Button>
            {isChanged && (
              <Button variant="subtle" color="gray" onClick={onDiscard}>
                Discard changes
              </Button>
            )}
            <span role="status" className="section-status">
              {isSaved && (
                <>
                  <CheckIcon size={16} /> Saved
                </>
              )}
            </span>
            {isSaved && onUndo && (
              <Button variant="subtle" size="compact-sm" onClick={onUndo}>
                Undo
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
