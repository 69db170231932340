import { expect, test } from 'vitest';
import { isAutomatic, mailServer } from '../support/mail-server.ts';

const calendar = { method: 'REQUEST', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' } as const;
const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };

test.each([
  ['a plain one', mail],
  [
    'an invitation',
    { ...mail, calendar, replyTo: 'host@example.com', messageId: '<1@example.com>', senderName: 'Acme' },
  ],
  ['one whose texts name the header', { ...mail, subject: 'Auto-Submitted: no', text: 'Auto-Submitted: no' }],
])('%s says that it was sent by a program', async (_, sent) => {
  const server = await mailServer();
  try {
    await server.mailer.send(sent);
    expect(server.received.map(({ source }) => isAutomatic(source))).toEqual([true]);
  } finally {
    await server.close();
  }
});
