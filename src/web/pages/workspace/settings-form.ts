import type { Problem } from '../../app/problem.ts';
import {
  CurrentWorkspaceSettingsDocument,
  UpdateWorkspaceDocument,
  type UpdateWorkspaceInput,
  type WorkspaceSettingsFragment,
} from '../../gql/workspace.ts';
import type { Fields, Shape } from '../../kit/record-changes.ts';
import { type MoreChanges, type RecordForm, useRecordForm } from '../../kit/record-form.ts';

export interface SectionProps {
  readonly workspace: WorkspaceSettingsFragment;
}

interface SectionOptions<Values extends Fields, Input extends Fields>
  extends Shape<WorkspaceSettingsFragment, Values, Input> {
  readonly name: 'general' | 'brand' | 'rules' | 'sites' | 'mailTexts';
  readonly workspace: WorkspaceSettingsFragment;
  readonly validate?: Parameters<
    typeof useRecordForm<WorkspaceSettingsFragment, Values, Fields, object, object, object, object>
  >[0]['validate'];
  readonly fieldErrors?: (fields: Problem['fields']) => Record<string, string>;
  readonly textOf?: (field: string, value: unknown) => string;
  readonly more?: MoreChanges;
  /** What is sent for changes of the workspace, where the fields of the form have other names. */
  readonly update?: (changes: Partial<Input>, from: WorkspaceSettingsFragment) => UpdateWorkspaceInput;
}

/** One section of the settings of the workspace, which is stored by itself. */
export function useSettings<Values extends Fields, Input extends Fields>({
  name,
  workspace,
  update = (changes) => changes,
  ...section
}: SectionOptions<Values, Input>): RecordForm<Values, WorkspaceSettingsFragment> {
  return useRecordForm({
    ...section,
    once: false,
    name: `workspace:${workspace.id}:${name}`,
    stored: workspace,
    read: CurrentWorkspaceSettingsDocument,
    readVariables: {},
    readRecord: (data) => data.workspace,
    save: UpdateWorkspaceDocument,
    saveVariables: (changes, from) => ({ input: update(changes, from) }),
    savedRecord: (data) => data.updateWorkspace,
  });
}
