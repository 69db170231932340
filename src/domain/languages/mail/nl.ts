import type { MailTexts } from '../mail-texts.ts';

export const nl: MailTexts = {
  subject: { INVITATION: 'Geboekt', CHANGE: 'Gewijzigd', CANCELLATION: 'Geannuleerd', REMINDER: 'Herinnering' },
  greeting: (name) => `Beste ${name},`,
  heading: {
    INVITEE: {
      INVITATION: 'Uw afspraak is geboekt',
      CHANGE: 'Uw afspraak is gewijzigd',
      CANCELLATION: 'Uw afspraak is geannuleerd',
      REMINDER: 'Uw afspraak komt eraan',
    },
    HOST: {
      INVITATION: 'U hebt een nieuwe afspraak',
      CHANGE: 'Een van uw afspraken is gewijzigd',
      CANCELLATION: 'Een van uw afspraken is geannuleerd',
      REMINDER: 'Een van uw afspraken komt eraan',
    },
  },
  intro: {
    INVITATION: 'Met de bijgevoegde uitnodiging komt de afspraak in uw agenda.',
    CHANGE: 'Dit zijn de nieuwe gegevens. De bijgevoegde uitnodiging vervangt de vorige.',
    CANCELLATION: 'De afspraak gaat niet door. Het bijgevoegde bestand verwijdert de afspraak uit uw agenda.',
    REMINDER: '',
  },
  labels: {
    event: 'Afspraak',
    when: 'Wanneer',
    with: 'Met',
    email: 'E-mail',
    phone: 'Telefoon',
    guests: 'Gasten',
    where: 'Waar',
  },
  places: {
    GOOGLE_MEET: 'Google Meet',
    ZOOM: 'Zoom',
    PHONE_CALL: 'Telefoongesprek',
    IN_PERSON: 'Op locatie',
    CUSTOM: '',
  },
  seeCall: 'Afspraak bekijken',
  moveOrCancel: 'Verzetten of annuleren',
  orOpen: 'Of open deze link:',
  endForInvitee: (workspace, hostEmail) =>
    `U ontvangt deze e-mail omdat met dit adres een afspraak met “${workspace}” is geboekt. Antwoorden gaan naar ${hostEmail}.`,
  endForHost: (workspace) => `U ontvangt deze e-mail omdat u deze afspraak hebt in de werkruimte “${workspace}”.`,
  forGuests: {
    invitation: 'U bent uitgenodigd voor een afspraak',
    removed: {
      heading: 'U bent niet meer uitgenodigd voor deze afspraak',
      intro: 'Het bijgevoegde bestand verwijdert de afspraak uit uw agenda.',
    },
    end: (workspace, hostEmail) =>
      `U ontvangt deze e-mail omdat dit adres als gast is toegevoegd aan een afspraak met “${workspace}”. Antwoorden gaan naar ${hostEmail}.`,
  },
  confirmation: {
    subject: 'Graag bevestigen',
    heading: 'Bevestig uw boeking',
    intro: (until) =>
      `Deze afspraak is nog niet geboekt. Bevestig de afspraak uiterlijk op dit tijdstip: ${until}. Tot die tijd kan iemand anders deze tijd nog kiezen.`,
    confirm: 'Boeking bevestigen',
    end: (workspace) =>
      `U ontvangt deze e-mail omdat iemand met dit adres een afspraak met “${workspace}” heeft aangevraagd. Was u dat niet? Dan hoeft u niets te doen en wordt er niets geboekt.`,
  },
};
