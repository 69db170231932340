import { fieldErrorCodes, maxFieldErrors } from '#src/domain/field-errors.ts';
import { maxUnknownKeys } from '../wire/unknown-keys.ts';
import type { JsonSchema } from './output-schemas.ts';
import { plainText, record, reference } from './schemas.ts';

const messages = { type: 'array', items: { type: 'string' } };
const forPeople = plainText('Human-readable message.');
const stack = plainText('Only outside production.');
const details = reference('ValidationDetails');

export const rateLimitMembers = {
  code: { type: 'string', const: 'RATE_LIMIT_EXCEEDED', description: 'Machine-readable code.' },
  message: forPeople,
  retryAfter: { type: 'integer', minimum: 1, description: 'Seconds to wait before retrying.' },
  limit: record('The rate limit.', {
    points: { type: 'integer', description: 'Requests per window.' },
    windowSec: { type: 'integer', description: 'Length of the window in seconds.' },
  }),
};

const missingRecords = {
  path: plainText(
    'The input field that names the record, such as `contactId` or `secondaryQuestionsAnswer[0].customFieldId`.',
  ),
  ids: {
    type: 'array',
    items: { type: 'integer' },
    description: 'For a list of ids: the ids that were not found; at most the first 100.',
  },
  count: { type: 'integer', minimum: 1, description: 'For a list of ids: how many were not found.' },
};

const validationDetails = {
  formErrors: { ...messages, description: 'Messages about the input as a whole.' },
  fieldErrors: { type: 'object', description: 'Messages by field name.', additionalProperties: messages },
  errors: {
    type: 'array',
    items: reference('FieldError'),
    description: `The problems in machine-readable form; at most the first ${maxFieldErrors}.`,
  },
  nextAvailable: {
    type: 'array',
    items: { type: 'string', format: 'date-time' },
    description: 'Only if a time cannot be booked: up to three next available times.',
  },
  unknown: {
    type: 'array',
    items: reference('UnknownKey'),
    description: `Only if the body has unknown keys: at most the first ${maxUnknownKeys}.`,
  },
};

const missing = 'For a 404 if the input can name several records: which of them was not found.';
const error = {
  message: forPeople,
  code: plainText('Machine-readable code, which never changes.'),
  details: record(missing, missingRecords, ['path']),
  stack,
};

/** The shapes of error bodies, for `components.schemas`. */
export const errorSchemas: Record<string, JsonSchema> = {
  Error: record('An error. `code` is present if a program can act on it.', error, ['message']),
  ValidationDetails: record('The problems with the input as a whole and with each field.', validationDetails, [
    'formErrors',
    'fieldErrors',
    'errors',
  ]),
  FieldError: record('A problem with the input.', {
    path: {
      type: ['string', 'null'],
      description: 'Path of the value, such as `utm[0].utmValue`; null for the input as a whole.',
    },
    code: reference('FieldErrorCode'),
    message: forPeople,
  }),
  UnknownKey: record('A key of the body that the endpoint does not know.', {
    path: plainText('Path of the key, such as `body.nickname`.'),
    nearest: { type: ['string', 'null'], description: 'The most similar known name; null if there is none.' },
  }),
  FieldErrorCode: {
    type: 'string',
    description: `Machine-readable code, which never changes.\n\n${Object.entries(fieldErrorCodes)
      .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
      .join('\n')}`,
    enum: Object.keys(fieldErrorCodes),
  },
  ValidationError: record('The input is invalid.', {
    message: record('The problems and the endpoint.', {
      status: { type: 'integer', const: 400, description: 'HTTP status of the response.' },
      details,
      endpoint: plainText('Path of the request, without the query.'),
      method: plainText('HTTP method of the request.'),
    }),
  }),
  ValidationErrorB: record(
    'The input is invalid, in the format of the availability endpoints.',
    { message: plainText('The first message in details.'), details, stack },
    ['message', 'details'],
  ),
  RateLimitError: record('Too many requests in one window.', rateLimitMembers),
};
