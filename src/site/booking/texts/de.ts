import type { Texts } from './texts.ts';

export const de: Texts = {
  language: 'Deutsch',
  languageLabel: 'Sprache',

  chooseTime: 'Wählen Sie eine Zeit',
  timeZone: 'Zeitzone',
  apply: 'Anwenden',
  allTimeZones: 'Alle Zeitzonen',
  timeNow: (time) => `jetzt ${time}`,
  previousMonth: 'Voriger Monat',
  nextMonth: 'Nächster Monat',
  open: 'freie Zeiten',
  timesOn: (date) => date,
  noTimesOn: (date) => `Keine freien Zeiten am ${date}.`,
  noTimesIn: (month) => `Keine freien Zeiten im ${month}.`,
  noTimes: 'Zurzeit gibt es keine freien Zeiten. Bitte schauen Sie später wieder vorbei.',
  skippedMonth: (empty, shown) => `Im ${empty} sind keine Zeiten mehr frei, deshalb sehen Sie den ${shown}.`,
  morning: 'Vormittag',
  afternoon: 'Nachmittag',
  hourFormat: 'Uhrzeiten',
  hours12: '12-Stunden-Format',
  hours24: '24-Stunden-Format',
  nextOpen: (date) => `Nächster freier Tag: ${date}`,
  otherDays: 'Andere Tage',
  otherTime: 'Andere Zeit wählen',

  yourDetails: 'Ihre Angaben',
  detailsFirst: 'Zuerst ein paar Fragen, dann wählen Sie eine Zeit.',
  optional: 'freiwillig',
  name: 'Name',
  firstName: 'Vorname',
  lastName: 'Nachname',
  email: 'E-Mail',
  phoneNumber: 'Telefonnummer',
  phoneCountry: 'Land der Nummer',
  allCountries: 'Alle Länder',
  phoneHint: 'Wie im gewählten Land üblich oder mit + und Ländervorwahl.',
  phoneRead: (number) => `Wir verwenden ${number}.`,
  addGuests: 'Gäste hinzufügen',
  guests: 'Gäste',
  guestsHint: (max) =>
    `Bis zu ${max} E-Mail-Adressen, durch Kommas getrennt oder eine pro Zeile. Gäste erhalten die Einladung und alle Änderungen per E-Mail.`,
  guestsError: (addresses) => `Das ist keine E-Mail-Adresse: ${addresses}`,
  tooManyGuests: (max) => `Bitte geben Sie höchstens ${max} Gäste an.`,
  choose: 'Wählen …',
  book: 'Buchen',
  goOn: 'Weiter',

  locations: {
    GOOGLE_MEET: 'Google Meet',
    ZOOM: 'Zoom',
    PHONE_CALL: 'Telefonat',
    IN_PERSON: 'Vor Ort',
    CUSTOM: 'Wie vereinbart',
  },
  eventsOf: (name) => `Termin mit ${name} buchen`,
  poweredBy: 'Terminbuchung mit Slotline',

  booked: 'Ihr Termin ist gebucht',
  moved: 'Ihr Termin ist verschoben',
  isCancelled: 'Ihr Termin ist abgesagt',
  isOver: 'Dieser Termin ist vorbei',
  what: 'Was',
  when: 'Wann',
  where: 'Wo',
  who: 'Gebucht von',
  withWhom: 'Mit',
  timeOfHost: (time) => `${time} bei Ihrem Gegenüber`,
  join: 'Am Gespräch teilnehmen',
  next: {
    title: 'So geht es weiter',
    mail: (email) => `Wir senden eine E-Mail mit allen Angaben und einer Kalendereinladung an ${email}.`,
    hostCalls: (host, number) => `${host} ruft Sie unter ${number} an.`,
    dial: (number) => `Rufen Sie zur vereinbarten Zeit ${number} an.`,
    join: 'Nehmen Sie zur vereinbarten Zeit über den Link auf dieser Seite teil.',
    come: (place) => `Kommen Sie zur vereinbarten Zeit hierher: ${place}.`,
  },
  addToCalendar: 'In den Kalender',
  calendarFile: 'Apple und andere',
  move: 'Verschieben',
  moveTo: 'Termin verschieben',
  present: 'Bisher',
  moveTitle: 'Ihren Termin verschieben',
  cancel: 'Termin absagen',
  cancelTitle: 'Ihren Termin absagen?',
  keep: 'Alles lassen, wie es ist',
  reason: 'Grund',
  bookAgain: 'Neuen Termin buchen',
  keepLink:
    'Bewahren Sie die Adresse dieser Seite auf: Mit ihr können Sie den Termin bis zum Beginn verschieben oder absagen.',
  mailHeldBack:
    'Die E-Mail dazu wird vorerst zurückgehalten, weil an diese Adresse schon viele gegangen sind. Was auf dieser Seite steht, gilt.',

  confirmation: {
    title: 'Bestätigen Sie Ihre Buchung',
    sentTo: (email) => `Wir haben eine E-Mail an ${email} gesendet.`,
    openBy: (time) =>
      `Öffnen Sie den Link darin bis ${time}, um diesen Termin zu buchen. Noch ist er nicht gebucht und auch für andere frei.`,
    noMail: 'Keine E-Mail? Sehen Sie auch im Spam-Ordner nach, und prüfen Sie die Adresse.',
    change: 'Angaben ändern',
    confirmBy: (time) => `Dieser Termin ist noch nicht gebucht. Bestätigen Sie ihn bis ${time}.`,
    confirm: 'Buchung bestätigen',
    expired: {
      title: 'Dieser Link ist abgelaufen',
      text: 'Eine Buchung wartet 15 Minuten auf ihre Bestätigung. Wenn Sie diese bestätigt haben, haben Sie eine E-Mail dazu. Wenn nicht, wählen Sie bitte noch einmal eine Zeit.',
    },
  },

  thanks: 'Vielen Dank',
  disqualified:
    'Vielen Dank für Ihre Antworten. Dieses Gespräch passt nicht zu Ihnen, deshalb ist kein Termin gebucht.',

  fixErrors: 'Bitte sehen Sie sich die markierten Felder an.',
  taken:
    'Diese Zeit wurde gerade vergeben. Ihre Eingaben sind alle noch da: Bitte wählen Sie eine der nächsten freien Zeiten.',
  past: 'Diese Zeit ist vorbei. Bitte wählen Sie eine andere.',
  notOpen: 'Diese Zeit ist nicht buchbar. Bitte wählen Sie eine andere.',
  sameTime: 'Der Termin hat diese Zeit schon. Bitte wählen Sie eine andere.',
  closed: 'Zurzeit werden keine Buchungen angenommen, deshalb lässt sich der Termin nicht verschieben, nur absagen.',
  movedOften: (time) =>
    `Dieser Termin wurde innerhalb einer Stunde mehrmals verschoben und bleibt vorerst, wie er ist. Ab ${time} können Sie ihn wieder verschieben; absagen können Sie ihn jederzeit.`,
  movesUsedUp:
    'Dieser Termin wurde so oft verschoben, dass es über diesen Link nicht mehr geht. Bitten Sie Ihr Gegenüber um eine andere Zeit, oder sagen Sie den Termin ab.',
  preview: 'Das ist eine Vorschau. Hier kann nichts gebucht werden.',
  closedNow:
    'Für diesen Termin werden gerade keine Buchungen mehr angenommen. Ihre Eingaben sind noch da: Sie können es noch einmal versuchen.',
  tryAgain: 'Noch einmal versuchen',
  noZone: 'Diese Zeitzone ist nicht bekannt. Die Zeiten stehen in einer anderen.',
  limitReached:
    'Sie haben so viele kommende Termine, wie Sie buchen dürfen. Verschieben Sie einen davon oder sagen Sie einen ab.',
  tooMany: (seconds) => `Das war viel auf einmal. Bitte versuchen Sie es in ${seconds} s noch einmal.`,
  tooLong: {
    title: 'Dieses Formular ist zu lang',
    text: 'Bitte gehen Sie zurück, kürzen Sie Ihre Texte oder wählen Sie weniger Antworten, und senden Sie es noch einmal.',
  },
  tooManyBookings: (wait) =>
    `Aus Ihrem Netz oder für diese E-Mail-Adresse kamen zu viele Buchungen. Bitte versuchen Sie es wieder nach dieser Zeit: ${wait}.`,
  needsEmail:
    'Aus Ihrem Netz kamen viele Buchungen, darum wird diese per E-Mail bestätigt. Bitte geben Sie eine E-Mail-Adresse an.',
  busy: 'Gerade buchen sehr viele. Bitte versuchen Sie es gleich noch einmal.',
  failed: 'Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es noch einmal.',
  changedForm: 'Das Formular hat sich inzwischen geändert. Bitte sehen Sie es noch einmal durch.',
  errors: {
    invalid: 'Das kann nicht stimmen. Bitte prüfen Sie es.',
    required: 'Bitte füllen Sie dieses Feld aus.',
    too_short: 'Bitte füllen Sie dieses Feld aus.',
    too_long: 'Das ist zu lang.',
    invalid_characters: 'Das enthält Zeichen, die hier nicht möglich sind.',
    unknown_value: 'Bitte wählen Sie eine der Möglichkeiten.',
    not_allowed: 'Bitte wählen Sie eine der Möglichkeiten.',
    too_small: 'Diese Zahl ist zu klein.',
    too_big: 'Diese Zahl ist zu groß.',
    too_precise: 'Diese Zahl passt nicht zu den Schritten, nach denen gefragt ist.',
    too_many: 'Bitte geben Sie nur eine Antwort.',
    out_of_range: 'Das liegt außerhalb des Möglichen.',
  },
  emailError: 'Bitte geben Sie eine E-Mail-Adresse wie name@example.com an.',
  emailLocalPartError:
    'Vor dem @ hat eine E-Mail-Adresse nur die Buchstaben a bis z, Ziffern und Zeichen, aber keine Buchstaben wie ä oder é. Bitte prüfen Sie sie.',
  phoneError: (example) =>
    `Das ist keine Nummer des gewählten Landes; dort sieht sie etwa so aus: ${example}. Bitte prüfen Sie Nummer und Land.`,
  phoneExtension:
    'Wir können nur Nummern ohne Nebenstelle verwenden. Bitte lassen Sie sie weg oder geben Sie eine Nummer an, unter der Sie direkt erreichbar sind.',
  linkError: 'Bitte geben Sie eine Adresse an, die mit https:// beginnt.',
  dateError: 'Bitte geben Sie ein Datum an.',

  notFound: {
    title: 'Diese Seite ist nicht verfügbar',
    text: 'Vielleicht ist der Link vertippt, oder es werden keine Buchungen mehr angenommen. Bitten Sie um einen neuen Link, wo Sie ihn bekommen haben.',
  },
  notEmbeddable: {
    title: 'Diese Seite kann hier nicht angezeigt werden',
    text: 'Wer diese Buchungsseite betreibt, hat dieser Website nicht erlaubt, sie anzuzeigen.',
    open: 'Buchungsseite öffnen',
  },
  endedLink: {
    title: 'Dieser Link funktioniert nicht',
    text: 'Vielleicht ist er abgeschnitten oder zu alt. Öffnen Sie ihn in der Nachricht, in der Sie ihn bekommen haben, oder buchen Sie einen neuen Termin.',
  },
  methodNotAllowed: 'Bitte öffnen Sie diese Seite in einem Browser.',
};
