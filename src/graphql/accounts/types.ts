import { createdInvitationRecord, invitationRecord } from '#src/domain/invitations/invitation.ts';
import { version } from '#src/lib/version.ts';
import { builder } from '../builder.ts';
import { CalendarKindEnum } from '../calendars/enums.ts';
import type { GraphQLContext } from '../context.ts';
import { recordType } from '../record-types.ts';

export const InvitationType = recordType('Invitation', invitationRecord, {
  description: 'Somebody who may join the workspace by a link, until they have.',
});

export const CreatedInvitationType = recordType('CreatedInvitation', createdInvitationRecord, {
  description: 'A new invitation.',
});

export const PasswordResetLinkType = builder.objectRef<{ link: string | null }>('PasswordResetLink').implement({
  description: 'A link with which a member chooses a new password.',
  fields: (t) => ({
    link: t.exposeString('link', {
      nullable: true,
      description:
        'The link to hand over, shown this once, where the server sends no e-mail. Null where it went by e-mail.',
    }),
  }),
});

export const ServerType = builder
  .objectRef<Pick<GraphQLContext, 'signUp' | 'mailer' | 'hasDemo' | 'webhookTargets' | 'calendars'>>('Server')
  .implement({
    description: 'What this server offers to people who are not signed in.',
    fields: (t) => ({
      signUp: t.exposeBoolean('signUp', { description: 'Whether people may make a workspace themselves.' }),
      emails: t.boolean({
        description: 'Whether it sends e-mail; if not, links are handed over by who makes them.',
        resolve: ({ mailer }) => mailer !== undefined,
      }),
      demo: t.exposeBoolean('hasDemo', {
        description: 'Whether its demo workspace can be entered without a password.',
      }),
      webhookLoopback: t.boolean({
        description: 'Whether webhooks may lead to the machine of the server itself, such as http://localhost:4000.',
        resolve: ({ webhookTargets }) => webhookTargets.allowsLoopback,
      }),
      calendarKinds: t.field({
        type: [CalendarKindEnum],
        description: 'The calendars that members can connect here.',
        resolve: ({ calendars }) => [...calendars.kinds],
      }),
      version: t.string({ description: 'The version of the server.', resolve: () => version }),
    }),
  });
