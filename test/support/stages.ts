import { customField, options } from './custom-fields.ts';
import type { Factories } from './factories.ts';

export interface Stages {
  readonly fieldId: number;
  /** Ids of the options by their names. */
  readonly ids: Readonly<Record<string, number>>;
}

/** The field of the stages of contacts, as a new workspace gets it. */
export async function contactStages(app: Pick<Factories, 'insert'>, workspaceId: number, names: readonly string[]) {
  const row = { identifier: 'contact-stage', name: 'Contact stage', inputType: 'SINGLE_SELECT', isSystemField: true };
  const fieldId = await customField(app, workspaceId, row);
  const ids = await options(app, { workspaceId, customFieldId: fieldId }, names);
  const stages: Stages = { fieldId, ids: Object.fromEntries(names.map((name, index) => [name, ids[index] as number])) };
  return stages;
}
