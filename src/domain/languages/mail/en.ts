import type { MailTexts } from '../mail-texts.ts';

export const en: MailTexts = {
  subject: { INVITATION: 'Booked', CHANGE: 'Changed', CANCELLATION: 'Cancelled', REMINDER: 'Reminder' },
  heading: {
    INVITEE: {
      INVITATION: 'Your call is booked',
      CHANGE: 'Your call has changed',
      CANCELLATION: 'Your call was cancelled',
      REMINDER: 'Your call is coming up',
    },
    HOST: {
      INVITATION: 'You have a new call',
      CHANGE: 'A call of yours has changed',
      CANCELLATION: 'A call of yours was cancelled',
      REMINDER: 'A call of yours is coming up',
    },
  },
  intro: {
    INVITATION: 'The attached invitation adds it to your calendar.',
    CHANGE: 'This is how it is now. The attached invitation replaces the earlier one.',
    CANCELLATION: 'It does not take place. The attached file removes it from your calendar.',
    REMINDER: '',
  },
  labels: { event: 'Call', when: 'When', with: 'With', email: 'E-mail', phone: 'Phone', where: 'Where' },
  places: { GOOGLE_MEET: 'Google Meet', ZOOM: 'Zoom', PHONE_CALL: 'Phone call', IN_PERSON: 'In person', CUSTOM: '' },
  seeCall: 'See the call',
  moveOrCancel: 'Move or cancel',
  orOpen: 'Or open this address:',
  endForInvitee: (workspace, hostEmail) =>
    `This e-mail was sent because a call with “${workspace}” was booked with this address. A reply goes to ${hostEmail}.`,
  endForHost: (workspace) => `This e-mail was sent because you host this call in the workspace “${workspace}”.`,
  confirmation: {
    subject: 'Please confirm',
    heading: 'Confirm your booking',
    intro: (until) =>
      `This call is not booked yet. Please confirm it by ${until}. Until then, others can still take this time.`,
    confirm: 'Confirm the booking',
    end: (workspace) =>
      `This e-mail was sent because somebody asked for a call with “${workspace}” with this address. If it was not you, do nothing: nothing is booked then.`,
  },
};
