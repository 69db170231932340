import { isolating } from '#src/lib/bidi.ts';
import type { Texts } from './texts.ts';

const plural = new Intl.PluralRules('he');

/** One and two are words. */
function inSeconds(seconds: number): string {
  switch (plural.select(seconds)) {
    case 'one':
      return 'שנייה אחת';
    case 'two':
      return 'שתי שניות';
    default:
      return isolating`${seconds} שניות`;
  }
}

export const he: Texts = {
  language: 'עברית',
  languageLabel: 'שפה',

  chooseTime: 'בחירת מועד',
  timeZone: 'אזור זמן',
  apply: 'החלה',
  allTimeZones: 'כל אזורי הזמן',
  timeNow: (time) => isolating`השעה כעת ${time}`,
  previousMonth: 'החודש הקודם',
  nextMonth: 'החודש הבא',
  open: 'יש שעות פנויות',
  timesOn: (date) => date,
  noTimesOn: (date) => isolating`אין שעות פנויות: ${date}.`,
  noTimesIn: (month) => isolating`אין שעות פנויות: ${month}.`,
  noTimes: 'אין כרגע שעות פנויות. כדאי לבדוק שוב מאוחר יותר.',
  skippedMonth: (empty, shown) => isolating`לא נשארו שעות פנויות: ${empty}. החודש המוצג: ${shown}.`,
  morning: 'לפני הצהריים',
  afternoon: 'אחר הצהריים',
  hourFormat: 'תצוגת השעה',
  hours12: 'תצוגת 12 שעות',
  hours24: 'תצוגת 24 שעות',
  nextOpen: (date) => isolating`היום הפנוי הבא: ${date}`,
  otherDays: 'בחירת יום אחר',
  otherTime: 'בחירת שעה אחרת',

  yourDetails: 'הפרטים שלך',
  detailsFirst: 'תחילה יש לענות על כמה שאלות ואז לבחור שעה.',
  optional: 'לא חובה',
  name: 'שם מלא',
  firstName: 'שם פרטי',
  lastName: 'שם משפחה',
  email: 'כתובת אימייל',
  phoneNumber: 'מספר טלפון',
  phoneCountry: 'המדינה של המספר',
  allCountries: 'כל המדינות',
  phoneHint: 'כפי שנהוג לכתוב במדינה שנבחרה, או עם + וקידומת המדינה.',
  phoneRead: (number) => isolating`נשתמש במספר ${number}.`,
  addGuests: 'הוספת אורחים',
  guests: 'אורחים',
  guestsHint: (max) =>
    isolating`עד ${max} כתובות אימייל, מופרדות בפסיקים או אחת בכל שורה. האורחים מקבלים באימייל את ההזמנה ואת כל השינויים.`,
  guestsError: (addresses) => isolating`זו אינה כתובת אימייל: ${addresses}`,
  tooManyGuests: (max) => isolating`אפשר להזין ${max} אורחים לכל היותר.`,
  choose: 'בחירה …',
  book: 'קביעת הפגישה',
  goOn: 'המשך',

  locations: {
    GOOGLE_MEET: 'Google Meet',
    ZOOM: 'Zoom',
    PHONE_CALL: 'שיחת טלפון',
    IN_PERSON: 'פגישה פנים אל פנים',
    CUSTOM: 'לפי התיאום',
  },
  eventsOf: (name) => isolating`קביעת פגישה עם ${name}`,
  poweredBy: isolating`תיאום פגישות באמצעות ${'Slotline'}`,

  booked: 'הפגישה נקבעה',
  moved: 'מועד הפגישה שונה',
  isCancelled: 'הפגישה בוטלה',
  isOver: 'הפגישה הסתיימה',
  what: 'נושא',
  when: 'מועד',
  where: 'מיקום',
  who: 'על שם',
  withWhom: 'עם',
  timeOfHost: (time) => isolating`${time} באזור הזמן של המארח`,
  join: 'הצטרפות לשיחה',
  next: {
    title: 'מה קורה עכשיו',
    mail: (email) => isolating`נשלח אל ${email} הודעה עם הפרטים והזמנה ליומן.`,
    hostCalls: (host, number) => isolating`שיחה מאת ${host} תגיע למספר ${number}.`,
    dial: (number) => isolating`במועד שנקבע יש להתקשר למספר ${number}.`,
    join: 'במועד שנקבע יש להצטרף דרך הקישור שבדף הזה.',
    come: (place) => isolating`במועד שנקבע יש להגיע לכאן: ${place}.`,
  },
  addToCalendar: 'הוספה ליומן',
  calendarFile: isolating`${'Apple'} ויומנים אחרים`,
  move: 'שינוי מועד',
  moveTo: 'שינוי מועד הפגישה',
  present: 'המועד הנוכחי',
  moveTitle: 'שינוי מועד הפגישה שלך',
  cancel: 'ביטול הפגישה',
  cancelTitle: 'לבטל את הפגישה?',
  keep: 'השארת הפגישה',
  reason: 'סיבה',
  bookAgain: 'קביעת מועד אחר',
  keepLink: 'כדאי לשמור את הקישור לדף הזה. עד תחילת הפגישה אפשר לשנות בו את המועד או לבטל את הפגישה.',
  mailHeldBack: 'האימייל בנושא הזה לא יישלח בינתיים, כי כבר שלחנו הודעות רבות לכתובת הזאת. הפרטים בדף הזה מעודכנים.',

  confirmation: {
    title: 'אישור הפגישה',
    sentTo: (email) => isolating`שלחנו אימייל אל ${email}.`,
    openBy: (time) =>
      isolating`כדי לקבוע את הפגישה יש לפתוח את הקישור שבאימייל עד השעה ${time}. המועד עדיין לא נקבע ומישהו אחר יכול לבחור בו.`,
    noMail: 'לא הגיע אימייל? כדאי לבדוק בתיקיית הספאם ולוודא שהכתובת נכונה.',
    change: 'עריכת הפרטים',
    confirmBy: (time) => isolating`המועד הזה עדיין לא נקבע. יש לאשר אותו עד השעה ${time}.`,
    confirm: 'אישור הפגישה',
    expired: {
      title: 'תוקף הקישור פג',
      text: 'יש 15 דקות לאשר פגישה. אם הפגישה אושרה, נשלח אליך אימייל בנושא. אם לא, יש לבחור מועד מחדש.',
    },
  },

  thanks: 'תודה',
  disqualified: 'תודה על התשובות. הפגישה הזאת אינה מתאימה לך, ולכן לא נקבע דבר.',

  fixErrors: 'יש לבדוק את השדות המסומנים.',
  taken: 'המועד הזה נתפס ממש עכשיו. הפרטים שהזנת נשמרו. יש לבחור באחד המועדים הפנויים הבאים.',
  past: 'המועד הזה חלף. יש לבחור מועד אחר.',
  notOpen: 'המועד הזה אינו פנוי. יש לבחור מועד אחר.',
  sameTime: 'הפגישה כבר נקבעה למועד הזה. יש לבחור מועד אחר.',
  closed: 'אי אפשר לקבוע כרגע פגישות, ולכן אי אפשר לשנות את המועד. עדיין אפשר לבטל את הפגישה.',
  movedOften: (time) =>
    isolating`מועד הפגישה שונה כמה פעמים בתוך שעה. אפשר לשנות אותו שוב אחרי השעה ${time}, או לבטל את הפגישה עכשיו.`,
  movesUsedUp:
    'מועד הפגישה שונה פעמים רבות מדי, ואי אפשר לשנות אותו שוב בקישור הזה. אפשר לבקש מהמארח מועד אחר או לבטל את הפגישה.',
  preview: 'זוהי תצוגה מקדימה. אי אפשר לקבוע כאן דבר.',
  closedNow: 'קביעת הפגישות נסגרה ממש עכשיו. הפרטים שהזנת נשמרו, ואפשר לנסות שוב.',
  tryAgain: 'ניסיון נוסף',
  noZone: 'אזור הזמן הזה אינו מוכר. השעות מוצגות באזור זמן אחר.',
  limitReached: 'הגעת למספר המרבי של פגישות עתידיות. אפשר לשנות את המועד של אחת מהן או לבטל אותה.',
  tooMany: (seconds) => `יותר מדי בקשות. אפשר לנסות שוב בעוד ${inSeconds(seconds)}.`,
  tooLong: {
    title: 'הטופס ארוך מדי',
    text: 'יש לחזור אחורה, לקצר את הטקסט או לבחור פחות תשובות, ולשלוח שוב.',
  },
  tooManyBookings: (wait) =>
    isolating`נקבעו פגישות רבות מדי מהרשת שלך או עם כתובת האימייל הזאת. אפשר לנסות שוב בעוד ${wait}.`,
  needsEmail: 'נקבעו פגישות רבות מהרשת שלך, ולכן צריך לאשר את הפגישה הזאת באימייל. יש להזין כתובת אימייל.',
  busy: 'אנשים רבים קובעים פגישות ברגע זה. אפשר לנסות שוב בעוד רגע.',
  failed: 'אירעה שגיאה אצלנו. אפשר לנסות שוב.',
  changedForm: 'הטופס השתנה בינתיים. יש לבדוק אותו ולשלוח שוב.',
  errors: {
    invalid: 'משהו כאן אינו תקין. יש לבדוק את השדה.',
    required: 'יש למלא את השדה הזה.',
    too_short: 'יש למלא את השדה הזה.',
    too_long: 'הטקסט ארוך מדי.',
    invalid_characters: 'יש כאן תווים שאינם מותרים.',
    unknown_value: 'יש לבחור באחת האפשרויות.',
    not_allowed: 'יש לבחור באחת האפשרויות.',
    too_small: 'המספר קטן מדי.',
    too_big: 'המספר גדול מדי.',
    too_precise: 'המספר אינו אחד הערכים המותרים.',
    too_many: 'יש לתת תשובה אחת בלבד.',
    out_of_range: 'הערך מחוץ לטווח המותר.',
  },
  emailError: isolating`יש להזין כתובת אימייל כגון ${'name@example.com'}.`,
  emailLocalPartError:
    'לפני הסימן @ כתובת אימייל יכולה לכלול רק אותיות באנגלית, ספרות וסמלים, ללא אותיות בעברית. יש לבדוק אותה.',
  phoneError: (example) =>
    isolating`זה אינו מספר במדינה שנבחרה. שם מספר נראה כך: ${example}. יש לבדוק את המספר ואת המדינה.`,
  phoneExtension: 'המספר אינו יכול לכלול שלוחה. נא להזין את המספר בלי השלוחה.',
  linkError: isolating`יש להזין כתובת אינטרנט שמתחילה ב־${'https://'}.`,
  dateError: 'יש להזין תאריך.',

  notFound: {
    title: 'הדף הזה אינו זמין',
    text: 'ייתכן שיש טעות בקישור, או שאי אפשר עוד לקבוע פגישות. אפשר לבקש קישור חדש ממי ששלח אותו.',
  },
  notEmbeddable: {
    title: 'אי אפשר להציג את הדף הזה כאן',
    text: 'הבעלים של דף קביעת הפגישות לא התיר לאתר הזה להציג אותו.',
    open: 'פתיחת דף קביעת הפגישות',
  },
  endedLink: {
    title: 'הקישור הזה אינו פועל',
    text: 'ייתכן שהוא חלקי או ישן מדי. אפשר לפתוח אותו מההודעה שקיבלת או לקבוע מועד אחר.',
  },
  methodNotAllowed: 'יש לפתוח את הדף הזה בדפדפן.',
};
