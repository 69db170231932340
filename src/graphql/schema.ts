import { GraphQLSchema } from 'graphql';
import { builder } from './builder.ts';
import './access/mutations.ts';
import './access/queries.ts';
import './access/workspaces.ts';
import './api-keys/mutations.ts';
import './api-keys/queries.ts';
import './api-keys/relations.ts';
import './availabilities/queries.ts';
import './availabilities/relations.ts';
import './connections/mutations.ts';
import './connections/queries.ts';
import './contacts/mutations.ts';
import './contacts/queries.ts';
import './contacts/relations.ts';
import './custom-fields/answer-mutations.ts';
import './custom-fields/mutations.ts';
import './custom-fields/queries.ts';
import './custom-fields/relations.ts';
import './deals/queries.ts';
import './deals/relations.ts';
import './event-calls/queries.ts';
import './event-calls/relations.ts';
import './events/queries.ts';
import './events/relations.ts';
import './oauth-clients/mutations.ts';
import './oauth-clients/queries.ts';
import './transactions/queries.ts';
import './transactions/relations.ts';
import './users/queries.ts';
import './users/relations.ts';
import './workspaces/relations.ts';

const description = `Scheduling and sales calls: bookable events, availability schedules, contacts, calls with outcomes, deals and
transactions of a workspace. Every request carries \`Authorization: Bearer service_…\`; records need the scope of their
noun, such as contacts:read, wherever they are met. Instants are UTC, amounts decimal text.`;

/** Keys keep the order in which they are defined: it is the order of the keys in `/v1`. */
export const schema = new GraphQLSchema({ ...builder.toSchema({ sortSchema: false }).toConfig(), description });
