import { availabilityListInput } from '#src/domain/availabilities/availability.ts';
import { listAvailabilities } from '#src/services/availabilities.ts';
import { argumentsOf } from '../arguments.ts';
import { listWithRelations } from '../browsing/with-relations.ts';
import { builder } from '../builder.ts';
import { caller } from '../context.ts';
import { restEndpoint } from '../rest-endpoint.ts';
import { parsed, withoutNulls } from '../validation.ts';
import { availabilityNoun } from './noun.ts';
import { AvailabilityType } from './types.ts';

builder.queryField('userAvailabilities', (t) =>
  t.field({
    type: [AvailabilityType],
    description:
      'Availability schedules. Owners and admins see all schedules of the workspace, closers and setters their own. A userId that is not of the workspace is NOT_FOUND.',
    authScopes: { scope: 'availabilities:read' },
    extensions: {
      // It is not paged: the cost counts what a large team has.
      assumedLength: 50,
      ...restEndpoint({
        method: 'GET',
        path: '/userAvailabilities',
        scope: 'availabilities:read',
        input: availabilityListInput,
        validationErrors: 'B',
        notFound: 'NOT_FOUND',
        wire: { days: { name: 'the service' } },
      }),
    },
    args: t.validate(argumentsOf(t.arg, availabilityListInput), withoutNulls(availabilityListInput)),
    resolve: async (_root, args, context, info) =>
      listWithRelations(
        await listAvailabilities(caller(context), parsed(availabilityListInput, args)),
        availabilityNoun,
        context,
        info,
      ),
  }),
);
