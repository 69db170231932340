import type { MailTexts } from '../mail-texts.ts';

export const en: MailTexts = {
  subject: { INVITATION: 'Booked', CHANGE: 'Changed', CANCELLATION: 'Cancelled', REMINDER: 'Reminder' },
  greeting: (name) => `Hello ${name},`,
  heading: {
    INVITEE: {
      INVITATION: 'Your call is booked',
      CHANGE: 'Your call has changed',
      CANCELLATION: 'Your call was cancelled',
      REMINDER: 'Your call is coming up',
    },
    HOST: {
      INVITATION: 'You have a new call',
      CHANGE: 'One of your calls has changed',
      CANCELLATION: 'One of your calls was cancelled',
      REMINDER: 'One of your calls is coming up',
    },
  },
  intro: {
    INVITATION: 'The attached invitation adds it to your calendar.',
    CHANGE: 'Here are the new details. The attached invitation replaces the earlier one.',
    CANCELLATION: 'This call will not take place. The attached file removes it from your calendar.',
    REMINDER: '',
  },
  labels: {
    event: 'Call',
    when: 'When',
    with: 'With',
    email: 'Email',
    phone: 'Phone',
    guests: 'Guests',
    where: 'Where',
  },
  places: { GOOGLE_MEET: 'Google Meet', ZOOM: 'Zoom', PHONE_CALL: 'Phone call', IN_PERSON: 'In person', CUSTOM: '' },
  seeCall: 'View the call',
  moveOrCancel: 'Reschedule or cancel',
  orOpen: 'Or open this link:',
  endForInvitee: (workspace, hostEmail) =>
    `You received this email because a call with “${workspace}” was booked with this address. Replies go to ${hostEmail}.`,
  endForHost: (workspace) => `You received this email because you host this call in the workspace “${workspace}”.`,
  forGuests: {
    invitation: 'You are invited to a call',
    removed: {
      heading: 'You are no longer invited to this call',
      intro: 'The attached file removes it from your calendar.',
    },
    end: (workspace, hostEmail) =>
      `You received this email because this address was added as a guest of a call with “${workspace}”. Replies go to ${hostEmail}.`,
  },
  confirmation: {
    subject: 'Please confirm',
    heading: 'Confirm your booking',
    intro: (until) =>
      `This call is not booked yet. Please confirm it by ${until}. Until you do, someone else can take this time.`,
    confirm: 'Confirm booking',
    end: (workspace) =>
      `You received this email because someone requested a call with “${workspace}” with this address. If this was not you, ignore this email and nothing will be booked.`,
  },
};
