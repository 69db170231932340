import type { ErrorDetails } from '#src/domain/errors.ts';
import { fieldErrorCodes, fieldErrorRecord } from '#src/domain/field-errors.ts';
import { builder } from './builder.ts';
import { recordType } from './record-types.ts';

// No field returns these types. They describe the `extensions` of errors, so that generated clients have types for them.

const FieldErrorCodeType = builder.enumType('FieldErrorCode', {
  description: 'The meaning of a field error. The meaning of a code never changes.',
  values: Object.fromEntries(
    Object.entries(fieldErrorCodes).map(([code, description]) => [code, { value: code, description }]),
  ),
});

const FieldErrorType = recordType('FieldError', fieldErrorRecord, {
  description: 'A problem with the input, in `extensions.details.errors` of an error.',
  others: (t) => ({
    code: t.field({ type: FieldErrorCodeType, description: 'Machine-readable code.', resolve: ({ code }) => code }),
  }),
});

const ErrorDetailsType = builder.objectRef<ErrorDetails>('ErrorDetails').implement({
  description: 'The contents of `extensions.details` of an error. Which fields are present depends on the error code.',
  fields: (t) => ({
    formErrors: t.exposeStringList('formErrors', {
      nullable: true,
      description: 'VALIDATION_FAILED: messages about the input as a whole.',
    }),
    fieldErrors: t.expose('fieldErrors', {
      type: 'MessagesByField',
      nullable: true,
      description: 'VALIDATION_FAILED: messages by field name.',
    }),
    errors: t.expose('errors', {
      type: [FieldErrorType],
      nullable: true,
      description: 'VALIDATION_FAILED: the problems in machine-readable form; at most the first 100.',
    }),
    nextAvailable: t.expose('nextAvailable', {
      type: ['DateTime'],
      nullable: true,
      description: 'If a time cannot be booked: up to three next available times.',
    }),
    path: t.exposeString('path', {
      nullable: true,
      description:
        'If a record was not found: the input field that names it, such as `contactId`. Only present if the input can name several records.',
    }),
    ids: t.exposeIntList('ids', {
      nullable: true,
      description: 'NOT_FOUND for a list of ids: the ids that were not found; at most the first 100.',
    }),
    count: t.exposeInt('count', {
      nullable: true,
      description: 'NOT_FOUND for a list of ids: how many were not found.',
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
  description:
    'The contents of `extensions` of an error. No field returns this type: in a typed client, cast `extensions` to it.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Machine-readable error code. See `/docs/errors.md` for the list.' }),
    details: t.expose('details', { type: ErrorDetailsType, nullable: true, description: 'More about the error.' }),
    scope: t.exposeString('scope', {
      nullable: true,
      description: 'INSUFFICIENT_SCOPE: the scope that the credential lacks.',
    }),
    retryAfter: t.exposeInt('retryAfter', {
      nullable: true,
      description: 'RATE_LIMIT_EXCEEDED: seconds to wait before retrying.',
    }),
  }),
});
