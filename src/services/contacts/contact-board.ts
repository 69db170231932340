import { readContactStage } from '#src/db/reads/custom-fields.ts';
import { readStageValues } from '#src/db/reads/stage-values.ts';
import type { ContactPage } from '#src/domain/contacts/contact.ts';
import type { ContactBoardInput, ContactBoardValuesInput, StageValue } from '#src/domain/contacts/contact-lists.ts';
import { visibleRows } from '#src/domain/principal/policy.ts';
import type { CallerContext } from '../context.ts';
import { contactFilters, readContactPage } from './contacts.ts';

/** The contacts of one stage; of no stage where `optionId` is null. */
export interface ContactColumn extends ContactPage {
  readonly optionId: number | null;
  readonly name: string | null;
  readonly isArchived: boolean;
}

/**
 * The contacts by their stage: the first page of each option of the system field, and of those without a stage. Empty where the
 * workspace does not have the field.
 */
export async function readContactBoard(context: CallerContext, input: ContactBoardInput): Promise<ContactColumn[]> {
  const field = await readContactStage(context.db, context.principal.workspaceId);
  if (!field) return [];
  const { id: fieldId, options } = field;
  const columns = options.map(({ id, name, isArchived }) => ({
    stage: { optionId: id, name, isArchived },
    filter: { optionIds: [id] },
    names: new Map([[fieldId, [name]]]),
  }));
  const none = {
    stage: { optionId: null, name: null, isArchived: false },
    filter: { unansweredFieldIds: [fieldId] },
    names: undefined,
  };
  const read: ContactColumn[] = [];
  // One after the other: where there are hundreds of stages, the reads of others come between.
  for (const { stage, filter, names } of [...columns, none]) {
    const page = await readContactPage(context, { ...input, ...filter, cursor: 'start' }, names);
    read.push({ ...stage, ...page });
  }
  return read;
}

/** What the visible deals of the contacts of a stage are worth, by currency: the largest first. */
export interface StageValues {
  readonly optionId: number | null;
  readonly values: readonly StageValue[];
}

/** What the visible deals of the contacts of each column of the board are worth. Columns without deals are absent. */
export async function readContactBoardValues(
  { db, principal }: CallerContext,
  input: ContactBoardValuesInput,
): Promise<StageValues[]> {
  const { workspaceId } = principal;
  const field = await readContactStage(db, workspaceId);
  if (!field) return [];
  const filters = contactFilters(principal, input);
  const visible = visibleRows('Deal', principal);
  const byStage = await readStageValues(db, { workspaceId, fieldId: field.id, filters, visible });
  const stages = [...field.options, { id: null, name: null }];
  return stages.flatMap(({ id: optionId, name }) => {
    const values = byStage.get(name);
    return values ? [{ optionId, values }] : [];
  });
}
