import type { LockedField } from '#src/db/writes/answered-fields.ts';
import { checkAnswer, possibleUserIds } from '#src/domain/custom-fields/answer-rules.ts';
import type { ObjectType } from '#src/domain/custom-fields/custom-field.ts';
import { DomainError, validationError } from '#src/domain/errors.ts';

/** How a field is named: by one of the two. */
export interface FieldName {
  readonly customFieldId?: number | undefined;
  readonly identifier?: string | undefined;
}

/** What an answer's field is looked for by, and what has to be known of the answer's users. */
export function wantedFields(answers: readonly (FieldName & { readonly answer: readonly string[] })[]) {
  return {
    ids: answers.flatMap(({ customFieldId }) => customFieldId ?? []),
    identifiers: answers.flatMap(({ identifier }) => identifier ?? []),
    userIds: answers.flatMap(({ answer }) => possibleUserIds(answer)),
  };
}

/** The field of this name; an identifier that several object types have is that of the one which is answered for. */
export function fieldNamed(
  fields: readonly LockedField[],
  { customFieldId, identifier }: FieldName,
  type: ObjectType,
): LockedField {
  const named = fields.filter((field) =>
    customFieldId === undefined ? field.identifier === identifier : field.id === customFieldId,
  );
  const field = named.find((each) => each.type === type) ?? named[0];
  if (!field) throw new DomainError('NOT_FOUND');
  return field;
}

/** The answer in the form in which it is stored; throws for one that does not fit, as a wrong field. */
export function requireFit(field: LockedField, items: readonly string[], name = 'answer'): string[] {
  const checked = checkAnswer(field, items, new Set(field.memberIds));
  if ('problem' in checked) throw validationError({ [name]: [checked.problem] });
  return checked.answer;
}

/** What is said of a field that is answered for another object than its own. */
export function wrongTarget({ type }: Pick<LockedField, 'type'>): string {
  switch (type) {
    case 'CONTACT':
      return 'A CONTACT field is answered for a contact';
    case 'CALL':
      return 'A CALL field is answered for a call';
    default:
      return `Answers are stored for CONTACT and CALL fields, and this is a field of the type ${type}`;
  }
}
