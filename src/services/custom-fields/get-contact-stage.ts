import { readContactStage } from '#src/db/reads/custom-fields/read-contact-stage.ts';
import type { CustomField } from '#src/domain/custom-fields/custom-field.ts';
import { DomainError } from '#src/domain/errors.ts';
import type { CallerContext } from '../context.ts';

/** The system field that says where contacts stand. */
export async function getContactStage({ db, principal }: CallerContext): Promise<CustomField> {
  const field = await readContactStage(db, principal.workspaceId);
  if (!field) throw new DomainError('NOT_FOUND');
  return field;
}
