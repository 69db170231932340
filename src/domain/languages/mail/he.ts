import { isolating } from '#src/lib/bidi.ts';
import type { MailTexts } from '../mail-texts.ts';

export const he: MailTexts = {
  subject: { INVITATION: 'נקבעה פגישה', CHANGE: 'שינוי', CANCELLATION: 'ביטול', REMINDER: 'תזכורת' },
  greeting: (name) => isolating`שלום ${name},`,
  heading: {
    INVITEE: {
      INVITATION: 'הפגישה נקבעה',
      CHANGE: 'פרטי הפגישה השתנו',
      CANCELLATION: 'הפגישה בוטלה',
      REMINDER: 'הפגישה מתקרבת',
    },
    HOST: {
      INVITATION: 'נקבעה פגישה חדשה',
      CHANGE: 'פרטי אחת הפגישות שלך השתנו',
      CANCELLATION: 'אחת הפגישות שלך בוטלה',
      REMINDER: 'אחת הפגישות שלך מתקרבת',
    },
  },
  intro: {
    INVITATION: 'ההזמנה המצורפת מוסיפה את הפגישה ליומן.',
    CHANGE: 'אלה הפרטים החדשים. ההזמנה המצורפת מחליפה את הקודמת.',
    CANCELLATION: 'הפגישה לא תתקיים. הקובץ המצורף מסיר אותה מהיומן.',
    REMINDER: '',
  },
  labels: {
    event: 'פגישה',
    when: 'מועד',
    with: 'עם',
    email: 'אימייל',
    phone: 'טלפון',
    guests: 'אורחים',
    where: 'מיקום',
  },
  places: {
    GOOGLE_MEET: 'Google Meet',
    ZOOM: 'Zoom',
    PHONE_CALL: 'שיחת טלפון',
    IN_PERSON: 'פגישה פנים אל פנים',
    CUSTOM: '',
  },
  seeCall: 'הצגת הפגישה',
  moveOrCancel: 'שינוי מועד או ביטול',
  orOpen: 'או דרך הקישור הזה:',
  endForInvitee: (workspace, hostEmail) =>
    isolating`קיבלת את האימייל הזה כי נקבעה פגישה עם ״${workspace}״ באמצעות כתובת האימייל הזאת. תשובות נשלחות אל ${hostEmail}.`,
  endForHost: (workspace) => isolating`קיבלת את האימייל הזה כי הפגישה הזאת היא שלך בסביבת העבודה ״${workspace}״.`,
  forGuests: {
    invitation: 'הוזמנת לפגישה',
    removed: { heading: 'ההזמנה שלך לפגישה הזאת בוטלה', intro: 'הקובץ המצורף מסיר אותה מהיומן שלך.' },
    end: (workspace, hostEmail) =>
      isolating`קיבלת את האימייל הזה כי הכתובת הזאת נוספה כאורח לפגישה עם ״${workspace}״. תשובות נשלחות אל ${hostEmail}.`,
  },
  confirmation: {
    subject: 'נדרש אישור',
    heading: 'אישור הפגישה',
    intro: (until) =>
      isolating`הפגישה הזאת עדיין לא נקבעה. אפשר לאשר אותה עד: ${until}. עד אז מישהו אחר יכול לבחור במועד הזה.`,
    confirm: 'אישור הפגישה',
    end: (workspace) =>
      isolating`קיבלת את האימייל הזה כי התבקשה פגישה עם ״${workspace}״ באמצעות כתובת האימייל הזאת. אם זו לא הייתה הבקשה שלך, אפשר להתעלם מההודעה ולא ייקבע דבר.`,
  },
};
