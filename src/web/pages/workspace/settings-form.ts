import type { Problem } from '../../app/problem.ts';
import {
  CurrentWorkspaceSettingsDocument,
  UpdateWorkspaceDocument,
  type UpdateWorkspaceInput,
  type WorkspaceSettingsFragment,
} from '../../gql/workspace.ts';
import type { Fields, Shape } from '../../kit/record-changes.ts';
import { type RecordForm, useRecordForm } from '../../kit/record-form.ts';

export interface SectionProps {
  readonly workspace: WorkspaceSettingsFragment;
}

interface SectionOptions<Values extends Fields>
  extends Shape<WorkspaceSettingsFragment, Values, UpdateWorkspaceInput & Fields> {
  readonly name: 'general' | 'brand' | 'sites' | 'mailTexts';
  readonly workspace: WorkspaceSettingsFragment;
  readonly validate?: Parameters<
    typeof useRecordForm<WorkspaceSettingsFragment, Values, Fields, object, object, object, object>
  >[0]['validate'];
  readonly hasMore?: boolean;
  readonly saveMore?: () => Promise<Problem | undefined>;
}

/** One section of the settings of the workspace, which is stored by itself. */
export function useSettings<Values extends Fields>({
  name,
  workspace,
  ...section
}: SectionOptions<Values>): RecordForm<Values, WorkspaceSettingsFragment> {
  return useRecordForm({
    ...section,
    once: false,
    name: `workspace:${workspace.id}:${name}`,
    stored: workspace,
    read: CurrentWorkspaceSettingsDocument,
    readVariables: {},
    readRecord: (data) => data.workspace,
    save: UpdateWorkspaceDocument,
    saveVariables: (changes) => ({ input: changes }),
    savedRecord: (data) => data.updateWorkspace,
  });
}
