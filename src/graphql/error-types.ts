import type { ErrorDetails } from '#src/domain/errors.ts';
import { fieldErrorCodes, fieldErrorRecord } from '#src/domain/field-errors.ts';
import { builder } from './builder.ts';
import { recordType } from './record-types.ts';

// No field returns these types. They describe the `extensions` of errors, so that generated clients have types for them.

const FieldErrorCodeType = builder.enumType('FieldErrorCode', {
  description: 'What a field error means. A code never changes its meaning.',
  values: Object.fromEntries(
    Object.entries(fieldErrorCodes).map(([code, description]) => [code, { value: code, description }]),
  ),
});

const FieldErrorType = recordType('FieldError', fieldErrorRecord, {
  description: 'One problem of an input, in `extensions.details.errors` of an error.',
  others: (t) => ({
    code: t.field({ type: FieldErrorCodeType, description: 'For programs.', resolve: ({ code }) => code }),
  }),
});

const ErrorDetailsType = builder.objectRef<ErrorDetails>('ErrorDetails').implement({
  description: 'What `extensions.details` of an error holds. Which fields are there depends on the code of the error.',
  fields: (t) => ({
    formErrors: t.exposeStringList('formErrors', {
      nullable: true,
      description: 'Of VALIDATION_FAILED: messages about the input as a whole.',
    }),
    fieldErrors: t.expose('fieldErrors', {
      type: 'MessagesByField',
      nullable: true,
      description: 'Of VALIDATION_FAILED: messages by the name of the field.',
    }),
    errors: t.expose('errors', {
      type: [FieldErrorType],
      nullable: true,
      description: 'Of VALIDATION_FAILED: each problem for programs; the first 100 of them.',
    }),
    nextAvailable: t.expose('nextAvailable', {
      type: ['DateTime'],
      nullable: true,
      description: 'Of a time that cannot be booked: the next ones that can, at most three.',
    }),
    path: t.exposeString('path', {
      nullable: true,
      description:
        'Of a record that was not found: where the input names it, such as `contactId`. Only where the input may name several.',
    }),
    ids: t.exposeIntList('ids', {
      nullable: true,
      description: 'Of NOT_FOUND after a list of ids: those that were not found; the first 100 of them.',
    }),
    count: t.exposeInt('count', {
      nullable: true,
      description: 'Of NOT_FOUND after a list of ids: how many were not found.',
    }),
  }),
});

interface ErrorExtensions {
  readonly code: string;
  readonly details?: ErrorDetails;
  readonly scope?: string;
  readonly retryAfter?: number;
}

builder.objectRef<ErrorExtensions>('ErrorExtensions').implement({
  description: 'What `extensions` of an error holds. No field returns it: cast `extensions` to it in a typed client.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'For programs; `/docs/errors.md` has the list.' }),
    details: t.expose('details', { type: ErrorDetailsType, nullable: true, description: 'More about the error.' }),
    scope: t.exposeString('scope', {
      nullable: true,
      description: 'Of INSUFFICIENT_SCOPE: the scope that the credential lacks.',
    }),
    retryAfter: t.exposeInt('retryAfter', { nullable: true, description: 'Of RATE_LIMIT_EXCEEDED: seconds to wait.' }),
  }),
});
