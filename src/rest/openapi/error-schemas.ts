import { fieldErrorCodes, maxFieldErrors } from '#src/domain/field-errors.ts';
import type { JsonSchema } from './output-schemas.ts';

const messages = { type: 'array', items: { type: 'string' } };
const stack = { type: 'string', description: 'Outside production only.' };
const details = { $ref: '#/components/schemas/ValidationDetails' };

export const rateLimitMembers = {
  code: { type: 'string', const: 'RATE_LIMIT_EXCEEDED', description: 'For programs.' },
  message: { type: 'string', description: 'For people.' },
  retryAfter: { type: 'integer', minimum: 1, description: 'Seconds to wait.' },
  limit: {
    type: 'object',
    description: 'The limit.',
    required: ['points', 'windowSec'],
    properties: {
      points: { type: 'integer', description: 'Requests in a window.' },
      windowSec: { type: 'integer', description: 'Length of the window in seconds.' },
    },
  },
};

/** The shapes of error bodies, for `components.schemas`. */
export const errorSchemas: Record<string, JsonSchema> = {
  Error: {
    type: 'object',
    description: 'An error. `code` is present if a program can act on it.',
    required: ['message'],
    properties: {
      message: { type: 'string', description: 'For people.' },
      code: { type: 'string', description: 'For programs; never changes.' },
      details: {
        type: 'object',
        description: 'Of a 404 where the input may name several records: which of them was not found.',
        required: ['path'],
        properties: {
          path: {
            type: 'string',
            description:
              'Where the input names it, such as `contactId` or `secondaryQuestionsAnswer[0].customFieldId`.',
          },
          ids: {
            type: 'array',
            items: { type: 'integer' },
            description: 'Of a list of ids: those that were not found; at most the first 100 of them.',
          },
          count: { type: 'integer', minimum: 1, description: 'Of a list of ids: how many were not found.' },
        },
      },
      stack,
    },
  },
  ValidationDetails: {
    type: 'object',
    description: 'The problems of the input as a whole, and of each field.',
    required: ['formErrors', 'fieldErrors', 'errors'],
    properties: {
      formErrors: { ...messages, description: 'About the input as a whole.' },
      fieldErrors: { type: 'object', description: 'By the name of the field.', additionalProperties: messages },
      errors: {
        type: 'array',
        items: { $ref: '#/components/schemas/FieldError' },
        description: `Each problem for programs; the first ${maxFieldErrors} of them.`,
      },
      nextAvailable: {
        type: 'array',
        items: { type: 'string', format: 'date-time' },
        description: 'Only for a time that cannot be booked: the next ones that can, at most three.',
      },
    },
  },
  FieldError: {
    type: 'object',
    description: 'One problem of the input.',
    required: ['path', 'code', 'message'],
    properties: {
      path: {
        type: ['string', 'null'],
        description: 'Where the value is, such as `utm[0].utmValue`; null for the input as a whole.',
      },
      code: { $ref: '#/components/schemas/FieldErrorCode' },
      message: { type: 'string', description: 'For people.' },
    },
  },
  FieldErrorCode: {
    type: 'string',
    description: `For programs; never changes.\n\n${Object.entries(fieldErrorCodes)
      .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
      .join('\n')}`,
    enum: Object.keys(fieldErrorCodes),
  },
  ValidationError: {
    type: 'object',
    description: 'The input is invalid.',
    required: ['message'],
    properties: {
      message: {
        type: 'object',
        description: 'The problems, and the endpoint.',
        required: ['status', 'details', 'endpoint', 'method'],
        properties: {
          status: { type: 'integer', const: 400, description: 'The status of the response.' },
          details,
          endpoint: { type: 'string', description: 'The path, without the query.' },
          method: { type: 'string', description: 'The method.' },
        },
      },
    },
  },
  ValidationErrorB: {
    type: 'object',
    description: 'The input is invalid, in the format of the availabilities endpoint.',
    required: ['message', 'details'],
    properties: { message: { type: 'string', description: 'The first message in details.' }, details, stack },
  },
  RateLimitError: {
    type: 'object',
    description: 'Too many requests in one window.',
    required: Object.keys(rateLimitMembers),
    properties: rateLimitMembers,
  },
};
