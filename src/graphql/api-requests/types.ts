import {
  type ApiRequestPage,
  apiRequestRecord,
  requestFieldErrorRecord,
} from '#src/domain/api-requests/api-request.ts';
import { builder } from '../builder.ts';
import { nextCursor } from '../page-type.ts';
import { recordType } from '../record-types.ts';

recordType('RequestFieldError', requestFieldErrorRecord, {
  description: 'A validation error of one value in the input of a request.',
});

const ApiRequestType = recordType('ApiRequest', apiRequestRecord, {
  description:
    'A request with an API key or an access token, without its body, its query and their values. Stored for 7 days.',
});

export const ApiRequestPageType = builder.objectRef<ApiRequestPage>('ApiRequestPage').implement({
  description: 'A page of requests. Requests are not counted, because there may be millions.',
  fields: (t) => ({
    requests: t.expose('requests', { type: [ApiRequestType], description: 'The requests of this page.' }),
    nextCursor: t.exposeString('nextCursor', nextCursor),
  }),
});
