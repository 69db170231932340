import type { MailTexts } from '../mail-texts.ts';

export const fr: MailTexts = {
  subject: { INVITATION: 'Réservé', CHANGE: 'Modifié', CANCELLATION: 'Annulé', REMINDER: 'Rappel' },
  greeting: (name) => `Bonjour ${name},`,
  heading: {
    INVITEE: {
      INVITATION: 'Votre entretien est réservé',
      CHANGE: 'Votre entretien a changé',
      CANCELLATION: 'Votre entretien a été annulé',
      REMINDER: 'Votre entretien approche',
    },
    HOST: {
      INVITATION: 'Vous avez un nouvel entretien',
      CHANGE: 'Un de vos entretiens a changé',
      CANCELLATION: 'Un de vos entretiens a été annulé',
      REMINDER: 'Un de vos entretiens approche',
    },
  },
  intro: {
    INVITATION: 'L’invitation jointe l’ajoute à votre agenda.',
    CHANGE: 'Voici ce qui est prévu maintenant. L’invitation jointe remplace la précédente.',
    CANCELLATION: 'Il n’aura pas lieu. Le fichier joint le retire de votre agenda.',
    REMINDER: '',
  },
  labels: {
    event: 'Entretien',
    when: 'Quand',
    with: 'Avec',
    email: 'E-mail',
    phone: 'Téléphone',
    guests: 'Invités',
    where: 'Où',
  },
  places: {
    GOOGLE_MEET: 'Google Meet',
    ZOOM: 'Zoom',
    PHONE_CALL: 'Appel téléphonique',
    IN_PERSON: 'Sur place',
    CUSTOM: '',
  },
  seeCall: 'Voir l’appel',
  moveOrCancel: 'Déplacer ou annuler',
  orOpen: 'Ou ouvrez cette adresse :',
  endForInvitee: (workspace, hostEmail) =>
    `Vous recevez cet e-mail parce qu’un entretien avec « ${workspace} » a été réservé avec cette adresse. Les réponses vont à ${hostEmail}.`,
  endForHost: (workspace) =>
    `Vous recevez cet e-mail parce que vous menez cet entretien dans l’espace de travail « ${workspace} ».`,
  forGuests: {
    invitation: 'Vous êtes invité à un entretien',
    removed: {
      heading: 'Vous n’êtes plus invité à cet entretien',
      intro: 'Le fichier joint le retire de votre agenda.',
    },
    end: (workspace, hostEmail) =>
      `Vous recevez cet e-mail parce que cette adresse a été ajoutée comme invité d’un entretien avec « ${workspace} ». Les réponses vont à ${hostEmail}.`,
  },
  confirmation: {
    subject: 'Merci de confirmer',
    heading: 'Confirmez votre réservation',
    intro: (until) =>
      `Cet entretien n’est pas encore réservé. Veuillez le confirmer avant : ${until}. D’ici là, cette heure reste libre pour d’autres.`,
    confirm: 'Confirmer la réservation',
    end: (workspace) =>
      `Vous recevez cet e-mail parce que quelqu’un a demandé un entretien avec « ${workspace} » avec cette adresse. Si ce n’était pas vous, ne faites rien : rien ne sera réservé.`,
  },
};
