import { apiRequestListInput } from '#src/domain/api-requests/api-request.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import { listApiRequests } from '#src/services/api-requests/list-api-requests.ts';
import { query } from '../root-fields.ts';
import { ApiRequestPageType } from './types.ts';

query('requests', {
  type: ApiRequestPageType,
  description:
    'The requests of the last 7 days with API keys and access tokens of apps, newest first. Requests appear about a second after they were answered. Requests of sessions are not logged. Only for sessions of owners and admins.',
  access: recordPolicies.ApiRequest.read,
  input: apiRequestListInput,
  read: listApiRequests,
});
