import { fieldErrorCodes, maxFieldErrors } from '#src/domain/field-errors.ts';
import { maxUnknownKeys } from '../wire/unknown-keys.ts';
import type { JsonSchema } from './output-schemas.ts';
import { plainText, record, reference } from './schemas.ts';

const messages = { type: 'array', items: { type: 'string' } };
const forPeople = plainText('For people.');
const stack = plainText('Outside production only.');
const details = reference('ValidationDetails');

export const rateLimitMembers = {
  code: { type: 'string', const: 'RATE_LIMIT_EXCEEDED', description: 'For programs.' },
  message: forPeople,
  retryAfter: { type: 'integer', minimum: 1, description: 'Seconds to wait.' },
  limit: record('The limit.', {
    points: { type: 'integer', description: 'Requests in a window.' },
    windowSec: { type: 'integer', description: 'Length of the window in seconds.' },
  }),
};

const missingRecords = {
  path: plainText('Where the input names it, such as `contactId` or `secondaryQuestionsAnswer[0].customFieldId`.'),
  ids: {
    type: 'array',
    items: { type: 'integer' },
    description: 'Of a list of ids: those that were not found; at most the first 100 of them.',
  },
  count: { type: 'integer', minimum: 1, description: 'Of a list of ids: how many were not found.' },
};

const validationDetails = {
  formErrors: { ...messages, description: 'About the input as a whole.' },
  fieldErrors: { type: 'object', description: 'By the name of the field.', additionalProperties: messages },
  errors: {
    type: 'array',
    items: reference('FieldError'),
    description: `Each problem for programs; the first ${maxFieldErrors} of them.`,
  },
  nextAvailable: {
    type: 'array',
    items: { type: 'string', format: 'date-time' },
    description: 'Only for a time that cannot be booked: the next ones that can, at most three.',
  },
  unknown: {
    type: 'array',
    items: reference('UnknownKey'),
    description: `Only where the body has keys that are not known: the first ${maxUnknownKeys} of them.`,
  },
};

const missing = 'Of a 404 where the input may name several records: which of them was not found.';
const error = {
  message: forPeople,
  code: plainText('For programs; never changes.'),
  details: record(missing, missingRecords, ['path']),
  stack,
};

/** The shapes of error bodies, for `components.schemas`. */
export const errorSchemas: Record<string, JsonSchema> = {
  Error: record('An error. `code` is present if a program can act on it.', error, ['message']),
  ValidationDetails: record('The problems of the input as a whole, and of each field.', validationDetails, [
    'formErrors',
    'fieldErrors',
    'errors',
  ]),
  FieldError: record('One problem of the input.', {
    path: {
      type: ['string', 'null'],
      description: 'Where the value is, such as `utm[0].utmValue`; null for the input as a whole.',
    },
    code: reference('FieldErrorCode'),
    message: forPeople,
  }),
  UnknownKey: record('A key of the body that the endpoint does not know.', {
    path: plainText('Where it is, such as `body.nickname`.'),
    nearest: { type: ['string', 'null'], description: 'The name that may be meant; null where none is near.' },
  }),
  FieldErrorCode: {
    type: 'string',
    description: `For programs; never changes.\n\n${Object.entries(fieldErrorCodes)
      .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
      .join('\n')}`,
    enum: Object.keys(fieldErrorCodes),
  },
  ValidationError: record('The input is invalid.', {
    message: record('The problems, and the endpoint.', {
      status: { type: 'integer', const: 400, description: 'The status of the response.' },
      details,
      endpoint: plainText('The path, without the query.'),
      method: plainText('The method.'),
    }),
  }),
  ValidationErrorB: record(
    'The input is invalid, in the format of the endpoints of availabilities.',
    { message: plainText('The first message in details.'), details, stack },
    ['message', 'details'],
  ),
  RateLimitError: record('Too many requests in one window.', rateLimitMembers),
};
