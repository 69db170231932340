import type { JsonSchema } from './output-schemas.ts';

const texts = { type: 'array', items: { type: 'string' } };
const stack = { type: 'string', description: 'Outside production only.' };
const details = { $ref: '#/components/schemas/ValidationDetails' };

/** The shapes of error bodies, for `components.schemas`. */
export const errorSchemas: Record<string, JsonSchema> = {
  Error: {
    type: 'object',
    description: 'An error. `code` is there where a program can act on it.',
    required: ['message'],
    properties: {
      message: { type: 'string', description: 'For people.' },
      code: { type: 'string', description: 'For programs; it does not change.' },
      stack,
    },
  },
  ValidationDetails: {
    type: 'object',
    description: 'What is wrong with the input as a whole, and with each field.',
    required: ['formErrors', 'fieldErrors'],
    properties: {
      formErrors: { ...texts, description: 'About the input as a whole.' },
      fieldErrors: { type: 'object', description: 'By the name of the field.', additionalProperties: texts },
    },
  },
  ValidationError: {
    type: 'object',
    description: 'A request that does not fit its description.',
    required: ['message'],
    properties: {
      message: {
        type: 'object',
        description: 'What is wrong, and where.',
        required: ['status', 'details', 'endpoint', 'method'],
        properties: {
          status: { type: 'integer', const: 400, description: 'The status of the answer.' },
          details,
          endpoint: { type: 'string', description: 'The path, without the query.' },
          method: { type: 'string', description: 'The method.' },
        },
      },
    },
  },
  ValidationErrorB: {
    type: 'object',
    description: 'A request that does not fit its description, in the form of the availabilities endpoint.',
    required: ['message', 'details'],
    properties: { message: { type: 'string', description: 'The first of the messages in details.' }, details, stack },
  },
  RateLimitError: {
    type: 'object',
    description: 'Too many requests in one window.',
    required: ['code', 'message', 'retryAfter', 'limit'],
    properties: {
      code: { type: 'string', const: 'RATE_LIMIT_EXCEEDED', description: 'For programs.' },
      message: { type: 'string', description: 'For people.' },
      retryAfter: { type: 'integer', minimum: 1, description: 'Seconds to wait.' },
      limit: {
        type: 'object',
        description: 'What the limit is.',
        required: ['points', 'windowSec'],
        properties: {
          points: { type: 'integer', description: 'Requests a window.' },
          windowSec: { type: 'integer', description: 'Seconds of a window.' },
        },
      },
    },
  },
};
