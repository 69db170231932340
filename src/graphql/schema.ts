import type { GraphQLSchema } from 'graphql';
import { builder } from './builder.ts';
import './access/mutations.ts';
import './access/queries.ts';
import './api-keys/mutations.ts';
import './api-keys/queries.ts';
import './availabilities/queries.ts';
import './contacts/mutations.ts';
import './contacts/queries.ts';
import './deals/queries.ts';
import './event-calls/queries.ts';
import './events/queries.ts';
import './oauth-clients/mutations.ts';
import './oauth-clients/queries.ts';
import './transactions/queries.ts';
import './users/queries.ts';

/** Keys keep the order in which they are defined: it is the order of the keys in `/v1`. */
export const schema: GraphQLSchema = builder.toSchema({ sortSchema: false });
