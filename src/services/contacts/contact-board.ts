import { readContactStage } from '#src/db/reads/custom-fields.ts';
import type { ContactBoardInput, ContactPage } from '#src/domain/contacts/contact.ts';
import type { CallerContext } from '../context.ts';
import { listContacts } from './contacts.ts';

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
  }));
  const none = {
    stage: { optionId: null, name: null, isArchived: false },
    filter: { unansweredFieldIds: [fieldId] },
  };
  return Promise.all(
    [...columns, none].map(async ({ stage, filter }) => ({
      ...stage,
      ...(await listContacts(context, { ...input, ...filter, cursor: 'start' })),
    })),
  );
}
