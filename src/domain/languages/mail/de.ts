import type { MailTexts } from '../mail-texts.ts';

export const de: MailTexts = {
  subject: { INVITATION: 'Gebucht', CHANGE: 'Geändert', CANCELLATION: 'Abgesagt', REMINDER: 'Erinnerung' },
  greeting: (name) => `Guten Tag ${name},`,
  heading: {
    INVITEE: {
      INVITATION: 'Ihr Gespräch ist gebucht',
      CHANGE: 'Ihr Gespräch hat sich geändert',
      CANCELLATION: 'Ihr Gespräch wurde abgesagt',
      REMINDER: 'Ihr Gespräch steht bevor',
    },
    HOST: {
      INVITATION: 'Sie haben ein neues Gespräch',
      CHANGE: 'Eines Ihrer Gespräche hat sich geändert',
      CANCELLATION: 'Eines Ihrer Gespräche wurde abgesagt',
      REMINDER: 'Eines Ihrer Gespräche steht bevor',
    },
  },
  intro: {
    INVITATION: 'Mit der angehängten Einladung kommt es in Ihren Kalender.',
    CHANGE: 'So steht es jetzt. Die angehängte Einladung ersetzt die frühere.',
    CANCELLATION: 'Es findet nicht statt. Die angehängte Datei entfernt es aus Ihrem Kalender.',
    REMINDER: '',
  },
  labels: {
    event: 'Gespräch',
    when: 'Wann',
    with: 'Mit',
    email: 'E-Mail',
    phone: 'Telefon',
    guests: 'Gäste',
    where: 'Wo',
  },
  places: { GOOGLE_MEET: 'Google Meet', ZOOM: 'Zoom', PHONE_CALL: 'Telefonat', IN_PERSON: 'Vor Ort', CUSTOM: '' },
  seeCall: 'Termin ansehen',
  moveOrCancel: 'Verschieben oder absagen',
  orOpen: 'Oder öffnen Sie diese Adresse:',
  endForInvitee: (workspace, hostEmail) =>
    `Sie erhalten diese E-Mail, weil mit dieser Adresse ein Gespräch mit „${workspace}“ gebucht wurde. Eine Antwort geht an ${hostEmail}.`,
  endForHost: (workspace) =>
    `Sie erhalten diese E-Mail, weil Sie dieses Gespräch im Arbeitsbereich „${workspace}“ führen.`,
  forGuests: {
    invitation: 'Sie sind zu einem Gespräch eingeladen',
    removed: {
      heading: 'Sie sind zu diesem Gespräch nicht mehr eingeladen',
      intro: 'Die angehängte Datei entfernt es aus Ihrem Kalender.',
    },
    end: (workspace, hostEmail) =>
      `Sie erhalten diese E-Mail, weil diese Adresse als Gast eines Gesprächs mit „${workspace}“ eingetragen wurde. Eine Antwort geht an ${hostEmail}.`,
  },
  confirmation: {
    subject: 'Bitte bestätigen',
    heading: 'Bestätigen Sie Ihre Buchung',
    intro: (until) =>
      `Dieses Gespräch ist noch nicht gebucht. Bitte bestätigen Sie es bis ${until}. Solange ist die Zeit auch für andere frei.`,
    confirm: 'Buchung bestätigen',
    end: (workspace) =>
      `Sie erhalten diese E-Mail, weil jemand mit dieser Adresse ein Gespräch mit „${workspace}“ angefragt hat. Waren Sie das nicht, tun Sie nichts: Dann wird nichts gebucht.`,
  },
};
