import { GraphQLSchema } from 'graphql';
import { builder } from './builder.ts';
import { changesByMutation } from './changes.ts';
import './viewer/fields.ts';
import './accounts/fields.ts';
import './api-keys/fields.ts';
import './api-requests/fields.ts';
import './audit/fields.ts';
import './availabilities/fields.ts';
import './availabilities/mutations.ts';
import './calendars/connect.ts';
import './calendars/entry.ts';
import './calendars/feeds.ts';
import './calendars/fields.ts';
import './connections/fields.ts';
import './contacts/fields.ts';
import './contacts/merge-fields.ts';
import './contact-notes/fields.ts';
import './contact-story/fields.ts';
import './custom-fields/answer-fields.ts';
import './custom-fields/fields.ts';
import './deals/fields.ts';
import './goals/fields.ts';
import './products/fields.ts';
import './reports/fields.ts';
import './event-calls/booking-fields.ts';
import './event-calls/finish-fields.ts';
import './event-calls/fields.ts';
import './error-types.ts';
import './events/fields.ts';
import './notifications/fields.ts';
import './oauth-clients/fields.ts';
import './public-bookings/fields.ts';
import './saved-views/fields.ts';
import './scheduling/fields.ts';
import './sessions/fields.ts';
import './time-off/fields.ts';
import './transactions/fields.ts';
import './members/fields.ts';
import './members/remove-user.ts';
import './webhook-deliveries/fields.ts';
import './webhook-events/fields.ts';
import './webhooks/fields.ts';
import './webhooks/statistics.ts';
import './workspaces/fields.ts';

const description = `Scheduling and sales calls: bookable events, availability schedules, contacts, calls with outcomes, deals and
transactions of a workspace. Every request carries \`Authorization: Bearer service_…\`; records
require the scope of their type, such as contacts:read, wherever they occur in a query. Instants are in UTC; amounts are decimal text.`;

/** Fields keep the order of their definition, which is the order of keys in `/v1`. */
export const schema = new GraphQLSchema({ ...builder.toSchema({ sortSchema: false }).toConfig(), description });

// A mutation that states no changes, or a misspelt one, stops the start of the server.
changesByMutation(schema);
