import type { MailTexts } from '../mail-texts.ts';

export const es: MailTexts = {
  subject: { INVITATION: 'Reservada', CHANGE: 'Modificada', CANCELLATION: 'Cancelada', REMINDER: 'Recordatorio' },
  greeting: (name) => `Hola, ${name}:`,
  heading: {
    INVITEE: {
      INVITATION: 'Su llamada está reservada',
      CHANGE: 'Su llamada ha cambiado',
      CANCELLATION: 'Su llamada se ha cancelado',
      REMINDER: 'Su llamada se acerca',
    },
    HOST: {
      INVITATION: 'Tiene una nueva llamada',
      CHANGE: 'Una de sus llamadas ha cambiado',
      CANCELLATION: 'Una de sus llamadas se ha cancelado',
      REMINDER: 'Una de sus llamadas se acerca',
    },
  },
  intro: {
    INVITATION: 'La invitación adjunta la añade a su calendario.',
    CHANGE: 'Así queda ahora. La invitación adjunta sustituye a la anterior.',
    CANCELLATION: 'No tendrá lugar. El archivo adjunto la elimina de su calendario.',
    REMINDER: '',
  },
  labels: {
    event: 'Llamada',
    when: 'Cuándo',
    with: 'Con',
    email: 'Correo electrónico',
    phone: 'Teléfono',
    guests: 'Invitados',
    where: 'Dónde',
  },
  places: {
    GOOGLE_MEET: 'Google Meet',
    ZOOM: 'Zoom',
    PHONE_CALL: 'Llamada telefónica',
    IN_PERSON: 'En persona',
    CUSTOM: '',
  },
  seeCall: 'Ver la llamada',
  moveOrCancel: 'Cambiar o cancelar',
  orOpen: 'O abra esta dirección:',
  endForInvitee: (workspace, hostEmail) =>
    `Recibe este correo porque se reservó una llamada con «${workspace}» con esta dirección. Las respuestas llegan a ${hostEmail}.`,
  endForHost: (workspace) =>
    `Recibe este correo porque usted atiende esta llamada en el espacio de trabajo «${workspace}».`,
  forGuests: {
    invitation: 'Está invitado a una llamada',
    removed: { heading: 'Ya no está invitado a esta llamada', intro: 'El archivo adjunto la quita de su calendario.' },
    end: (workspace, hostEmail) =>
      `Recibe este correo porque se añadió esta dirección como invitada a una llamada con «${workspace}». Las respuestas llegan a ${hostEmail}.`,
  },
  confirmation: {
    subject: 'Confirme, por favor',
    heading: 'Confirme su reserva',
    intro: (until) =>
      `Esta llamada aún no está reservada. Confírmela antes de: ${until}. Hasta entonces, otros pueden ocupar esta hora.`,
    confirm: 'Confirmar la reserva',
    end: (workspace) =>
      `Recibe este correo porque alguien pidió una llamada con «${workspace}» con esta dirección. Si no fue usted, no haga nada: no se reservará nada.`,
  },
};
