import { readContactStage } from '#src/db/reads/custom-fields.ts';
import type { ContactBoardInput, ContactPage } from '#src/domain/contacts/contact.ts';
import type { CallerContext } from '../context.ts';
import { readContactPage } from './contacts.ts';

/** The contacts of one stage; of no stage where `optionId` is null. */
export interface ContactColumn extends ContactPage {
  readonly optionId: number | null;
  readonly name: string | null;
  readonly isArchived: boolean;
}

/** Each column is a statement. */
const columnsAtOnce = 4;

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
  const all = [...columns, none];
  const read: ContactColumn[] = [];
  // With hundreds of stages, reads of others come between.
  while (read.length < all.length) {
    const next = all.slice(read.length, read.length + columnsAtOnce).map(async ({ stage, filter, names }) => {
      const page = await readContactPage(context, { ...input, ...filter, cursor: 'start' }, names);
      return { ...stage, ...page };
    });
    read.push(...(await Promise.all(next)));
  }
  return read;
}
