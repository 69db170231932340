import type { ApiRequest, ApiRequestPage, RequestFieldError } from '#src/domain/api-requests/api-request.ts';
import { builder } from '../builder.ts';
import { nextCursor } from '../page-type.ts';

const RequestFieldErrorType = builder.objectRef<RequestFieldError>('RequestFieldError').implement({
  description: 'What was wrong with one value of the input of a request.',
  fields: (t) => ({
    path: t.exposeString('path', {
      nullable: true,
      description: 'Where the value was, as `utm[0].utmValue`; null for the input as a whole.',
    }),
    code: t.exposeString('code', { description: 'Why it was refused: a code of field errors such as `too_long`.' }),
  }),
});

const ApiRequestType = builder.objectRef<ApiRequest>('ApiRequest').implement({
  description:
    'A request with an API key or an access token, without its body, its query and the values in them. Kept for 7 days.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'Id of this entry: `req_…`.' }),
    time: t.expose('time', { type: 'DateTime', description: 'When the request came.' }),
    userId: t.exposeInt('userId', { description: 'Id of the member as whom the key or the app acts.' }),
    apiKeyId: t.exposeInt('apiKeyId', {
      nullable: true,
      description: 'Id of the API key; null for the request of an app.',
    }),
    apiKeyName: t.exposeString('apiKeyName', { nullable: true, description: 'Name of the API key.' }),
    connectionId: t.exposeString('connectionId', {
      nullable: true,
      description: 'Connection of the app: `con_…`; null for the request of an API key.',
    }),
    clientId: t.exposeString('clientId', { nullable: true, description: 'Client id of the app: `ocl_…`.' }),
    clientName: t.exposeString('clientName', {
      nullable: true,
      description: 'Name of the app; null also when the app was deleted.',
    }),
    method: t.exposeString('method', { description: 'HTTP method.' }),
    route: t.exposeString('route', { description: 'Route: `/v1/contacts`, `/graphql`; `other` for unknown paths.' }),
    operationName: t.exposeString('operationName', {
      nullable: true,
      description: 'Name of the operation of a GraphQL document; null if it has none, and for `/v1`.',
    }),
    rootFields: t.expose('rootFields', {
      type: ['String'],
      description: 'The root fields of a GraphQL document that was executed, each once; empty for `/v1`.',
    }),
    status: t.exposeInt('status', { description: 'HTTP status of the response.' }),
    durationMs: t.exposeInt('durationMs', { description: 'How long the response took, in milliseconds.' }),
    requestId: t.exposeString('requestId', { description: 'The `X-Request-Id` of the response.' }),
    errorCode: t.exposeString('errorCode', {
      nullable: true,
      description:
        'Code of the error, or of the first error of a GraphQL response, which may have the status 200; null where there was none.',
    }),
    errorMessage: t.exposeString('errorMessage', {
      nullable: true,
      description: 'What the code means here, such as `Missing scope: deals:read`. It has no values of the request.',
    }),
    fieldErrors: t.expose('fieldErrors', {
      type: [RequestFieldErrorType],
      description: 'What was wrong with the input; at most 20.',
    }),
    address: t.exposeString('address', { nullable: true, description: 'IP address of the client.' }),
    userAgent: t.exposeString('userAgent', {
      nullable: true,
      description: 'The first 200 characters of the `User-Agent`.',
    }),
    represents: t.exposeInt('represents', {
      description:
        'How many requests this one stands for: 1, or more where so many came within a second that a sample of them was kept.',
    }),
  }),
});

export const ApiRequestPageType = builder.objectRef<ApiRequestPage>('ApiRequestPage').implement({
  description: 'A page of requests. There may be millions: they are not counted.',
  fields: (t) => ({
    requests: t.expose('requests', { type: [ApiRequestType], description: 'The requests of this page.' }),
    nextCursor: t.exposeString('nextCursor', nextCursor),
  }),
});
