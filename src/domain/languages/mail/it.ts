import type { MailTexts } from '../mail-texts.ts';

export const it: MailTexts = {
  subject: { INVITATION: 'Prenotato', CHANGE: 'Modificato', CANCELLATION: 'Annullato', REMINDER: 'Promemoria' },
  greeting: (name) => `Gentile ${name},`,
  heading: {
    INVITEE: {
      INVITATION: 'Il suo appuntamento è prenotato',
      CHANGE: 'Il suo appuntamento è stato modificato',
      CANCELLATION: 'Il suo appuntamento è stato annullato',
      REMINDER: 'Il suo appuntamento si avvicina',
    },
    HOST: {
      INVITATION: 'Ha un nuovo appuntamento',
      CHANGE: 'Uno dei suoi appuntamenti è stato modificato',
      CANCELLATION: 'Uno dei suoi appuntamenti è stato annullato',
      REMINDER: 'Uno dei suoi appuntamenti si avvicina',
    },
  },
  intro: {
    INVITATION: 'L’invito allegato lo aggiunge al suo calendario.',
    CHANGE: 'Ecco i nuovi dettagli. L’invito allegato sostituisce il precedente.',
    CANCELLATION: 'L’appuntamento non avrà luogo. Il file allegato lo rimuove dal suo calendario.',
    REMINDER: '',
  },
  labels: {
    event: 'Appuntamento',
    when: 'Quando',
    with: 'Con',
    email: 'Email',
    phone: 'Telefono',
    guests: 'Ospiti',
    where: 'Dove',
  },
  places: { GOOGLE_MEET: 'Google Meet', ZOOM: 'Zoom', PHONE_CALL: 'Telefonata', IN_PERSON: 'Di persona', CUSTOM: '' },
  seeCall: 'Visualizza l’appuntamento',
  moveOrCancel: 'Sposta o annulla',
  orOpen: 'Oppure apra questo link:',
  endForInvitee: (workspace, hostEmail) =>
    `Riceve questa email perché è stato prenotato un appuntamento con «${workspace}» usando questo indirizzo. Le risposte arrivano a ${hostEmail}.`,
  endForHost: (workspace) =>
    `Riceve questa email perché conduce questo appuntamento nello spazio di lavoro «${workspace}».`,
  forGuests: {
    invitation: 'È stato invitato a un appuntamento',
    removed: {
      heading: 'Non è più invitato a questo appuntamento',
      intro: 'Il file allegato lo rimuove dal suo calendario.',
    },
    end: (workspace, hostEmail) =>
      `Riceve questa email perché questo indirizzo è stato aggiunto come ospite di un appuntamento con «${workspace}». Le risposte arrivano a ${hostEmail}.`,
  },
  confirmation: {
    subject: 'Da confermare',
    heading: 'Confermi la prenotazione',
    intro: (until) =>
      `Questo appuntamento non è ancora prenotato. Lo confermi entro: ${until}. Fino ad allora questo orario può essere preso da altri.`,
    confirm: 'Conferma la prenotazione',
    end: (workspace) =>
      `Riceve questa email perché qualcuno ha richiesto un appuntamento con «${workspace}» usando questo indirizzo. Se non è stato lei, ignori questa email: non verrà prenotato nulla.`,
  },
};
