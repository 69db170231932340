import type { Texts } from './texts.ts';

export const fr: Texts = {
  language: 'Français',
  languageLabel: 'Langue',

  chooseTime: 'Choisissez une heure',
  timeZone: 'Fuseau horaire',
  apply: 'Appliquer',
  allTimeZones: 'Tous les fuseaux horaires',
  timeNow: (time) => `${time} en ce moment`,
  previousMonth: 'Mois précédent',
  nextMonth: 'Mois suivant',
  open: 'heures libres',
  timesOn: (date) => date,
  noTimesOn: (date) => `Aucune heure libre le ${date}.`,
  noTimesIn: (month) => `Aucune heure libre en ${month}.`,
  noTimes: 'Il n’y a pas d’heure libre pour le moment. Revenez voir plus tard.',
  nextOpen: (date) => `Prochain jour libre : ${date}`,
  otherDays: 'Autres jours',
  otherTime: 'Choisir une autre heure',

  yourDetails: 'Vos coordonnées',
  detailsFirst: 'D’abord quelques questions, puis vous choisissez une heure.',
  optional: 'facultatif',
  name: 'Nom complet',
  firstName: 'Prénom',
  lastName: 'Nom',
  email: 'E-mail',
  phoneNumber: 'Numéro de téléphone',
  phoneHint: 'Avec l’indicatif du pays, par exemple +33 1 23 45 67 89.',
  phoneRead: (number) =>
    `Nous lisons ${number}. Si ce n’est pas exact, veuillez écrire le numéro avec l’indicatif du pays.`,
  choose: 'Choisir …',
  book: 'Réserver',
  goOn: 'Continuer',

  locations: {
    GOOGLE_MEET: 'Google Meet',
    ZOOM: 'Zoom',
    PHONE_CALL: 'Appel téléphonique',
    IN_PERSON: 'En personne',
    CUSTOM: 'Comme convenu',
  },
  eventsOf: (name) => `Réserver un créneau avec ${name}`,
  poweredBy: 'Réservation avec Slotline',

  booked: 'Votre appel est réservé',
  isCancelled: 'Votre appel est annulé',
  isOver: 'Cet appel est passé',
  what: 'Quoi',
  when: 'Quand',
  where: 'Où',
  who: 'Réservé par',
  withWhom: 'Avec',
  timeOfHost: (time) => `${time} chez votre interlocuteur`,
  join: 'Rejoindre l’appel',
  addToCalendar: 'Ajouter au calendrier',
  calendarFile: 'Apple et autres',
  move: 'Déplacer',
  moveTo: 'Déplacer l’appel',
  present: 'Actuellement',
  moveTitle: 'Déplacer votre appel',
  cancel: 'Annuler l’appel',
  cancelTitle: 'Annuler votre appel ?',
  keep: 'Ne rien changer',
  reason: 'Motif',
  bookAgain: 'Réserver une autre heure',
  keepLink:
    'Gardez l’adresse de cette page : elle vous permet de déplacer ou d’annuler l’appel jusqu’à ce qu’il commence.',
  mailHeldBack:
    'L’e-mail à ce sujet est retenu pour l’instant, car beaucoup ont déjà été envoyés à cette adresse. Cette page est à jour.',

  confirmation: {
    title: 'Confirmez votre réservation',
    sentTo: (email) => `Nous avons envoyé un e-mail à ${email}.`,
    openBy: (time) =>
      `Ouvrez son lien avant ${time} pour réserver cette heure. Elle n’est pas encore réservée et reste libre pour d’autres.`,
    noMail: 'Pas d’e-mail ? Regardez aussi dans les indésirables et vérifiez l’adresse.',
    change: 'Modifier vos informations',
    confirmBy: (time) => `Cette heure n’est pas encore réservée. Confirmez-la avant ${time}.`,
    confirm: 'Confirmer la réservation',
    expired: {
      title: 'Ce lien a expiré',
      text: 'Une réservation attend 15 minutes d’être confirmée. Si vous avez confirmé celle-ci, vous avez reçu un e-mail. Sinon, veuillez choisir à nouveau une heure.',
    },
  },

  thanks: 'Merci',
  disqualified: 'Merci pour vos réponses. Cet appel ne vous convient pas, aucune heure n’est donc réservée.',

  fixErrors: 'Veuillez regarder les champs marqués.',
  taken:
    'Cette heure vient d’être prise. Tout ce que vous avez saisi est conservé : choisissez une des prochaines heures libres.',
  past: 'Cette heure est passée. Choisissez-en une autre.',
  notOpen: 'Cette heure n’est pas ouverte à la réservation. Choisissez-en une autre.',
  sameTime: 'L’appel a déjà cette heure. Choisissez-en une autre.',
  closed: 'Les réservations sont fermées pour le moment, l’appel ne peut donc pas être déplacé. Vous pouvez l’annuler.',
  movedOften: (time) =>
    `Cet appel a été déplacé plusieurs fois en une heure : il reste donc tel quel pour l’instant. Vous pourrez le déplacer à nouveau à partir de ${time}, ou l’annuler dès maintenant.`,
  movesUsedUp:
    'Cet appel a été déplacé si souvent que ce lien ne permet plus de le faire. Demandez un autre horaire à votre interlocuteur, ou annulez l’appel.',
  closedNow: 'Les réservations viennent de fermer. Ce que vous avez saisi est conservé : vous pouvez réessayer.',
  tryAgain: 'Réessayer',
  noZone: 'Ce fuseau horaire est inconnu. Les heures sont affichées dans un autre.',
  limitReached: 'Vous avez autant d’appels à venir que vous pouvez en réserver. Déplacez-en un, ou annulez-en un.',
  tooMany: (seconds) => `Beaucoup de demandes à la fois. Réessayez dans ${seconds} s.`,
  tooLong: {
    title: 'Ce formulaire est trop long',
    text: 'Revenez en arrière, raccourcissez vos textes ou choisissez moins de réponses, puis renvoyez-le.',
  },
  tooManyBookings: (wait) =>
    `Trop de réservations sont venues de votre réseau ou pour cette adresse e-mail. Réessayez dans ${wait}.`,
  needsEmail:
    'Beaucoup de réservations sont venues de votre réseau : celle-ci se confirme donc par e-mail. Veuillez indiquer une adresse e-mail.',
  busy: 'Beaucoup de personnes réservent en ce moment. Réessayez dans un instant.',
  failed: 'Une erreur s’est produite de notre côté. Veuillez réessayer.',
  changedForm: 'Le formulaire a changé entre-temps. Veuillez le relire.',
  errors: {
    invalid: 'Cela ne peut pas être juste. Veuillez vérifier.',
    required: 'Veuillez remplir ce champ.',
    too_short: 'Veuillez remplir ce champ.',
    too_long: 'C’est trop long.',
    invalid_characters: 'Il y a des caractères qui ne sont pas possibles ici.',
    unknown_value: 'Veuillez choisir une des options.',
    not_allowed: 'Veuillez choisir une des options.',
    too_small: 'Ce nombre est trop petit.',
    too_big: 'Ce nombre est trop grand.',
    too_precise: 'Ce nombre ne correspond pas aux pas demandés.',
    too_many: 'Veuillez donner une seule réponse.',
    out_of_range: 'C’est hors de ce qui est possible.',
  },
  emailError: 'Veuillez écrire une adresse e-mail comme nom@example.com.',
  emailLocalPartError:
    'Avant le @, une adresse e-mail n’a que les lettres de a à z, des chiffres et des signes, et pas de lettres comme é ou ç. Veuillez la vérifier.',
  phoneError: 'Veuillez écrire le numéro avec l’indicatif du pays, par exemple +33 1 23 45 67 89.',
  linkError: 'Veuillez écrire une adresse qui commence par https://.',
  dateError: 'Veuillez indiquer une date.',

  notFound: {
    title: 'Cette page n’est pas disponible',
    text: 'Le lien est peut-être mal écrit, ou les réservations sont fermées. Demandez-en un nouveau à la personne qui vous l’a envoyé.',
  },
  endedLink: {
    title: 'Ce lien ne fonctionne pas',
    text: 'Il est peut-être coupé ou trop ancien. Ouvrez-le depuis le message où vous l’avez reçu, ou réservez une autre heure.',
  },
  methodNotAllowed: 'Veuillez ouvrir cette page dans un navigateur.',
};
