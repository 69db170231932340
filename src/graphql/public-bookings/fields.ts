import type { ShapeFromTypeParam, TypeParam } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { z } from 'zod';
import { requireSigned } from '#src/access/booking-link.ts';
import type { InviteeAction } from '#src/access/invitee-limits.ts';
import {
  type BookedByInvitee,
  cancelPublicBookingInput,
  createPublicBookingInput,
  createPublicLeadInput,
  type HeldByInvitee,
  type NotBooked,
  publicBookingInput,
  publicEventDatesInput,
  publicEventInput,
  reschedulePublicBookingInput,
} from '#src/domain/event-calls/public-booking.ts';
import { storeLead } from '#src/services/contacts/leads.ts';
import {
  cancelPublicBooking,
  createPublicBooking,
  getPublicBooking,
  getPublicEvent,
  getPublicEventDates,
  reschedulePublicBooking,
  workspaceOfInvitee,
} from '#src/services/event-calls/invitee-bookings.ts';
import { argumentsOf, type InputTypeOptions, inputNameOf, inputTypeOf } from '../arguments.ts';
import { builder } from '../builder.ts';
import type { Changes } from '../changes.ts';
import type { GraphQLContext } from '../context.ts';
import { InviteeQuestionAnswerInput, SecondaryQuestionAnswerInput } from '../custom-fields/answer-fields.ts';
import { LanguageEnum } from '../event-calls/types.ts';
import { performOnce } from '../idempotency.ts';
import { eventDatesCost, formsOf } from '../scheduling/types.ts';
import { UtmInput } from '../utm.ts';
import { parsed, withoutNulls } from '../validation.ts';
import {
  CreatePublicBookingPayload,
  CreatePublicLeadPayload,
  PublicBookingType,
  PublicEventDatesType,
  PublicEventType,
} from './types.ts';

type Types = (typeof builder)['$inferSchemaTypes'];

/** Identifies the event or the booking: the link of an event, or the token of a booking. */
type About = { readonly linkPrefix: string } | { readonly token: string };

interface PublicField<Type extends TypeParam<Types>, Input extends z.ZodObject> {
  readonly type: Type;
  readonly description: string;
  readonly input: Input;
  readonly perform: (
    context: GraphQLContext,
    input: z.output<Input> & About,
    info: GraphQLResolveInfo,
  ) => Promise<ShapeFromTypeParam<Types, Type, false>>;
}

const needsNothing = 'No credential is required. Rate limited by address and by event (RATE_LIMIT_EXCEEDED).';

interface PublicQuery {
  readonly ownCost?: number;
}

/** A root field that reads for an invitee. */
function publicQuery<Type extends TypeParam<Types>, Input extends z.ZodObject>(
  name: string,
  { type, description, input, perform, ownCost }: PublicField<Type, Input> & PublicQuery,
): void {
  builder.queryField(name, (t) =>
    t.field({
      type,
      description: `${description} ${needsNothing}`,
      extensions: { ownCost },
      args: t.validate(argumentsOf(t.arg, input), withoutNulls(input)),
      resolve: (_root, args, context, info) => {
        return counted(context, {
          action: 'read',
          input: parsed(input, args) as z.output<Input> & About,
          perform: (within, parsedInput) => perform(within, parsedInput, info),
        }) as never;
      },
    }),
  );
}

interface PublicMutation extends Changes {
  readonly inputType: InputTypeOptions;
  readonly hasSecret?: true;
  readonly limits?: EventLimits;
}

/** How a mutation counts towards the event's limit, if not as a booking. */
interface EventLimits {
  /** A separate limit, so that a flood of these requests does not block bookings. */
  readonly apart?: true;
  readonly counts?: (result: unknown) => boolean;
}

/** A root field by which an invitee changes something. */
function publicMutation<Type extends TypeParam<Types>, Input extends z.ZodObject>(
  name: string,
  {
    type,
    description,
    input,
    perform,
    hasSecret,
    inputType,
    limits,
    changes,
  }: PublicField<Type, Input> & PublicMutation,
): void {
  const ref = inputTypeOf<z.output<Input>>(inputNameOf(name), input, inputType);
  builder.mutationField(name, (t) =>
    t.field({
      type,
      description: `${description} ${needsNothing}`,
      extensions: { idempotencyKey: 'own', changes },
      args: { input: t.arg({ type: ref, required: true, description: inputType.description }) },
      resolve: (_root, args, context, info) =>
        counted(context, {
          action: 'write',
          limits,
          ...(args as { input: z.output<Input> & About }),
          perform: (_context, input) => {
            const scope = async () => ({
              workspaceId: await workspaceOfInvitee(context, input),
              endpoint: `invitee ${name}`,
              minLength: 16,
              ...(hasSecret && { hasSecret }),
            });
            return performOnce(context, info, scope, (within) => perform(within, input, info));
          },
        }) as never,
    }),
  );
}

/** Performs a request within the invitee limits; throws RATE_LIMIT_EXCEEDED beyond them. */
async function counted<Input extends About, Result>(
  context: GraphQLContext,
  {
    action,
    input,
    perform,
    limits: { apart, counts } = {},
  }: {
    action: InviteeAction;
    input: Input;
    perform: (context: GraphQLContext, input: Input) => Promise<Result>;
    limits?: EventLimits | undefined;
  },
): Promise<Result> {
  const { inviteeLimits, address } = context;
  if ('token' in input) requireSigned(context, context.bookingTokens.read(input.token), address);
  const about = 'token' in input ? input.token : input.linkPrefix;
  const event = apart ? `apart ${about}` : about;
  return inviteeLimits.run(action, { address, event }, () => perform(context, input), counts);
}

publicQuery('publicEvent', {
  type: PublicEventType,
  description: 'The form of a live event, by its booking link. EVENT_NOT_FOUND if it does not exist.',
  input: publicEventInput,
  perform: getPublicEvent,
});

publicQuery('publicEventDates', {
  type: PublicEventDatesType,
  description:
    'The available times of a live event, by its booking link. EVENT_NOT_FOUND if it does not exist. A document without a credential may use this field only once.',
  input: publicEventDatesInput,
  ownCost: eventDatesCost,
  perform: (context, input, info) => getPublicEventDates(context, input, formsOf(info)),
});

publicQuery('publicBooking', {
  type: PublicBookingType,
  description: 'The booking that a token belongs to. NOT_FOUND for a token that this server has not signed.',
  input: publicBookingInput,
  perform: getPublicBooking,
});

/** True if the lead is disqualified or the booking is held. The response to a repeated Idempotency-Key is no result. */
function isNotBooked(result: unknown): boolean {
  return (result as Partial<BookedByInvitee | HeldByInvitee | NotBooked> | null)?.booking === null;
}

const formTypes = {
  utm: UtmInput,
  inviteeQuestionAnswers: InviteeQuestionAnswerInput,
  secondaryQuestionsAnswer: SecondaryQuestionAnswerInput,
};

publicMutation('createPublicBooking', {
  type: CreatePublicBookingPayload,
  description:
    'Books a live event by its booking link. A lead who matches a disqualification rule of the event is not booked: `disqualified` has the message for the lead. A time that is taken or was never offered is an error of dateTime, with the next available times in `details.nextAvailable`. If the invitee has reached the `maxUpcomingPerInvitee` of the event, email or, without one, phoneNumber has an error. After 10 bookings per hour from one network (an IPv4 /24 or IPv6 /56) with one workspace, further ones are not booked immediately: `confirmation` states until when the invitee can confirm the booking with the link in an email. A booking without an email address is then an error of email. A server that does not send email instead rejects bookings after 30 per hour. EVENT_NOT_FOUND if the event does not exist.',
  changes: ['publicEventDates'],
  input: createPublicBookingInput,
  inputType: {
    description: 'A completed form. At least one of email and phoneNumber is required.',
    types: { ...formTypes, language: LanguageEnum },
  },
  hasSecret: true,
  limits: { counts: (result) => !isNotBooked(result) },
  perform: (context, input) =>
    createPublicBooking(context, input, context.inviteeLimits.ofNetwork(context.address, context)),
});

publicMutation('createPublicLead', {
  type: CreatePublicLeadPayload,
  description:
    'Sends the form of an event with the bookingFlow FORM_FIRST, before a time is chosen. Any other event is an error of linkPrefix. The lead is stored as a POTENTIAL contact with the answers, unless the workspace does not store people who leave, or as a DISQUALIFIED contact. Sending the form again adds nothing. EVENT_NOT_FOUND if the event does not exist.',
  changes: [],
  input: createPublicLeadInput,
  inputType: {
    description: 'A completed form without a time. At least one of email and phoneNumber is required.',
    types: formTypes,
  },
  limits: { apart: true },
  perform: storeLead,
});

publicMutation('reschedulePublicBooking', {
  type: PublicBookingType,
  description:
    'Reschedules the call of a token to another available time, until the call begins. NOT_FOUND for an unknown token. A call can be rescheduled this way at most 5 times per hour (then RATE_LIMIT_EXCEEDED) and 20 times in total (then an error of token, `limit_reached`).',
  changes: ['publicBooking', 'publicEventDates'],
  input: reschedulePublicBookingInput,
  inputType: { description: 'The token of a booking, and its new time.' },
  perform: reschedulePublicBooking,
});

publicMutation('cancelPublicBooking', {
  type: PublicBookingType,
  description:
    'Cancels the call of a token, until the call begins, no matter how often it was rescheduled. NOT_FOUND for an unknown token.',
  changes: ['publicBooking', 'publicEventDates'],
  input: cancelPublicBookingInput,
  inputType: { description: 'The token of a booking.' },
  perform: cancelPublicBooking,
});
