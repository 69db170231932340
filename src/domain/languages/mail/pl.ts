import type { MailTexts } from '../mail-texts.ts';

export const pl: MailTexts = {
  subject: { INVITATION: 'Rezerwacja', CHANGE: 'Zmiana', CANCELLATION: 'Odwołanie', REMINDER: 'Przypomnienie' },
  greeting: (name) => `Dzień dobry, ${name}!`,
  heading: {
    INVITEE: {
      INVITATION: 'Spotkanie zostało zarezerwowane',
      CHANGE: 'Spotkanie zostało zmienione',
      CANCELLATION: 'Spotkanie zostało odwołane',
      REMINDER: 'Zbliża się termin spotkania',
    },
    HOST: {
      INVITATION: 'Nowe spotkanie',
      CHANGE: 'Jedno ze spotkań zostało zmienione',
      CANCELLATION: 'Jedno ze spotkań zostało odwołane',
      REMINDER: 'Zbliża się termin jednego ze spotkań',
    },
  },
  intro: {
    INVITATION: 'Załączone zaproszenie doda spotkanie do kalendarza.',
    CHANGE: 'Oto nowe szczegóły. Załączone zaproszenie zastępuje poprzednie.',
    CANCELLATION: 'Spotkanie się nie odbędzie. Załączony plik usunie je z kalendarza.',
    REMINDER: '',
  },
  labels: {
    event: 'Spotkanie',
    when: 'Kiedy',
    with: 'Z kim',
    email: 'E-mail',
    phone: 'Telefon',
    guests: 'Goście',
    where: 'Gdzie',
  },
  places: {
    GOOGLE_MEET: 'Google Meet',
    ZOOM: 'Zoom',
    PHONE_CALL: 'Rozmowa telefoniczna',
    IN_PERSON: 'Na miejscu',
    CUSTOM: '',
  },
  seeCall: 'Zobacz spotkanie',
  moveOrCancel: 'Zmień termin lub odwołaj',
  orOpen: 'Można też otworzyć ten link:',
  endForInvitee: (workspace, hostEmail) =>
    `Wysłaliśmy tę wiadomość, ponieważ podano ten adres przy rezerwacji spotkania z firmą „${workspace}”. Odpowiedzi trafiają na adres ${hostEmail}.`,
  endForHost: (workspace) =>
    `Wysłaliśmy tę wiadomość do osoby prowadzącej to spotkanie w przestrzeni roboczej „${workspace}”.`,
  forGuests: {
    invitation: 'Zaproszenie na spotkanie',
    removed: {
      heading: 'Zaproszenie na to spotkanie zostało cofnięte',
      intro: 'Załączony plik usunie je z kalendarza.',
    },
    end: (workspace, hostEmail) =>
      `Wysłaliśmy tę wiadomość, ponieważ dodano ten adres jako adres gościa spotkania z firmą „${workspace}”. Odpowiedzi trafiają na adres ${hostEmail}.`,
  },
  confirmation: {
    subject: 'Prosimy o potwierdzenie',
    heading: 'Potwierdzenie rezerwacji',
    intro: (until) =>
      `To spotkanie nie jest jeszcze zarezerwowane. Termin potwierdzenia: ${until}. Do tego czasu ten termin może zająć ktoś inny.`,
    confirm: 'Potwierdź rezerwację',
    end: (workspace) =>
      `Wysłaliśmy tę wiadomość, ponieważ ktoś podał ten adres przy rezerwacji spotkania z firmą „${workspace}”. Jeśli to pomyłka, proszę zignorować tę wiadomość: nic nie zostanie zarezerwowane.`,
  },
};
