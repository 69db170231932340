import type { ReactNode } from 'react';
import { Panel } from '../../../kit/layout.tsx';
import type { RecordFrame } from '../../../kit/record-form.ts';
import { RecordFormFrame } from '../../../kit/record-form-frame.tsx';
import { type SectionName, sectionTitles } from '../search.ts';

interface SectionPanelProps {
  readonly name: SectionName;
  readonly summary?: ReactNode;
  readonly frame: RecordFrame;
  readonly children: ReactNode;
}

/** The fields of a section, and below them what saves them. */
export function SectionPanel({ name, summary, frame, children }: SectionPanelProps) {
  return (
    <Panel title={sectionTitles[name]} summary={summary}>
      <RecordFormFrame frame={frame}>{children}</RecordFormFrame>
    </Panel>
  );
}
