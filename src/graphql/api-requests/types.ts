import {
  type ApiRequestPage,
  apiRequestRecord,
  requestFieldErrorRecord,
} from '#src/domain/api-requests/api-request.ts';
import { builder } from '../builder.ts';
import { nextCursor } from '../page-type.ts';
import { recordType } from '../record-types.ts';

recordType('RequestFieldError', requestFieldErrorRecord, {
  description: 'What was wrong with one value of the input of a request.',
});

const ApiRequestType = recordType('ApiRequest', apiRequestRecord, {
  description:
    'A request with an API key or an access token, without its body, its query and the values in them. Kept for 7 days.',
});

export const ApiRequestPageType = builder.objectRef<ApiRequestPage>('ApiRequestPage').implement({
  description: 'A page of requests. There may be millions: they are not counted.',
  fields: (t) => ({
    requests: t.expose('requests', { type: [ApiRequestType], description: 'The requests of this page.' }),
    nextCursor: t.exposeString('nextCursor', nextCursor),
  }),
});
