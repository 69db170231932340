import type { ObjectType } from '#src/domain/custom-fields/custom-field.ts';
import { type DomainError, validationError } from '#src/domain/errors.ts';

export function identifierTaken(type: ObjectType): DomainError {
  return validationError({ identifier: [`Another ${type} field has this identifier`] });
}

/** Throws where any field has a problem, and tells them all. */
export function refuseProblems(problems: Record<string, readonly string[]>): void {
  const told = Object.entries(problems).filter(([, messages]) => messages.length > 0);
  if (told.length > 0) throw validationError(Object.fromEntries(told.map(([name, all]) => [name, [...all]])));
}
