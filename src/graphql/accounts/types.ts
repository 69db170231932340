import { createdInvitationRecord, invitationRecord } from '#src/domain/invitations/invitation.ts';
import { version } from '#src/lib/version.ts';
import { builder } from '../builder.ts';
import { CalendarKindEnum } from '../calendars/enums.ts';
import type { GraphQLContext } from '../context.ts';
import { recordType } from '../record-types.ts';

export const InvitationType = recordType('Invitation', invitationRecord, {
  description: 'An open invitation: a person who can join the workspace with a link.',
});

export const CreatedInvitationType = recordType('CreatedInvitation', createdInvitationRecord, {
  description: 'A new invitation.',
});

export const PasswordResetLinkType = builder.objectRef<{ link: string | null }>('PasswordResetLink').implement({
  description: 'A link for a member to choose a new password.',
  fields: (t) => ({
    link: t.exposeString('link', {
      nullable: true,
      description:
        'The link to pass on, shown only in this response, if the server does not send email. Null if it was sent by email.',
    }),
  }),
});

export const ServerType = builder
  .objectRef<Pick<GraphQLContext, 'signUp' | 'mailer' | 'hasDemo' | 'webhookTargets' | 'calendars'>>('Server')
  .implement({
    description: 'What this server offers to people who are not signed in.',
    fields: (t) => ({
      signUp: t.exposeBoolean('signUp', { description: 'True if people can create a workspace themselves.' }),
      emails: t.boolean({
        description: 'True if the server sends email. If false, people who create links pass them on themselves.',
        resolve: ({ mailer }) => mailer !== undefined,
      }),
      demo: t.exposeBoolean('hasDemo', {
        description: 'True if its demo workspace can be entered without a password.',
      }),
      webhookLoopback: t.boolean({
        description: "True if webhooks may be sent to the server's own machine, such as http://localhost:4000.",
        resolve: ({ webhookTargets }) => webhookTargets.allowsLoopback,
      }),
      calendarKinds: t.field({
        type: [CalendarKindEnum],
        description: 'The kinds of calendars that members can connect on this server.',
        resolve: ({ calendars }) => [...calendars.kinds],
      }),
      version: t.string({ description: 'The version of the server.', resolve: () => version }),
    }),
  });
