import { notificationOfRow } from '#src/db/reads/notifications.ts';
import type { MailPreview } from '#src/domain/notifications/notification.ts';
import { builder } from '../builder.ts';
import { byId, type RelationTarget } from '../relations/relation-target.ts';
import { MailRecipientEnum, NotificationKindEnum, NotificationStatusEnum } from './enums.ts';

export const NotificationType = builder.prismaObject('Notification', {
  findUnique: byId,
  description: 'A mail about a call to one recipient, and what became of it.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Notification id.' }),
    eventCallId: t.exposeInt('eventCallId', { description: 'Id of the call.' }),
    kind: t.expose('kind', { type: NotificationKindEnum, description: 'What it says.' }),
    recipient: t.expose('recipient', { type: MailRecipientEnum, description: 'Who gets it.' }),
    status: t.expose('status', { type: NotificationStatusEnum, description: 'Status.' }),
    dateTime: t.expose('dateTime', { type: 'DateTime', description: 'When the call begins, as the mail says it.' }),
    attempts: t.exposeInt('attempts', { description: 'How often it was tried: attempts that have ended.' }),
    lastError: t.exposeString('lastError', {
      nullable: true,
      description: 'Why the last attempt failed, with the words of the mail server.',
    }),
    isHeldBack: t.exposeBoolean('isHeldBack', {
      description:
        'The mailbox of the recipient got as many mails as it may get: it waits until `nextAttemptAt`, or has failed because the call is over by then.',
    }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      ...{ type: 'DateTime', nullable: true },
      description: 'When it is sent, or tried again; null where it is not any more.',
    }),
    sentAt: t.expose('sentAt', {
      ...{ type: 'DateTime', nullable: true },
      description: 'When the mail server took it; null where it has not.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
  }),
});

export const notificationTarget: RelationTarget<Parameters<typeof notificationOfRow>[0]> = {
  type: NotificationType,
  record: 'Notification',
  model: 'notification',
  toRecord: notificationOfRow,
  orderBy: [{ id: 'desc' }],
};

export const MailPreviewType = builder.objectRef<MailPreview>('MailPreview').implement({
  description: 'A mail about a call that does not exist.',
  fields: (t) => ({
    subject: t.exposeString('subject', { description: 'The subject.' }),
    text: t.exposeString('text', { description: 'The mail as plain text.' }),
    html: t.exposeString('html', { description: 'The same as HTML.' }),
  }),
});
