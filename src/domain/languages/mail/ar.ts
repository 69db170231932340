import { isolating } from '#src/lib/bidi.ts';
import type { MailTexts } from '../mail-texts.ts';

export const ar: MailTexts = {
  subject: { INVITATION: 'تم الحجز', CHANGE: 'تم التغيير', CANCELLATION: 'تم الإلغاء', REMINDER: 'تذكير' },
  greeting: (name) => isolating`مرحبًا ${name}،`,
  heading: {
    INVITEE: {
      INVITATION: 'تم حجز موعدك',
      CHANGE: 'تم تغيير موعدك',
      CANCELLATION: 'تم إلغاء موعدك',
      REMINDER: 'اقترب موعدك',
    },
    HOST: {
      INVITATION: 'لديك موعد جديد',
      CHANGE: 'تم تغيير أحد مواعيدك',
      CANCELLATION: 'تم إلغاء أحد مواعيدك',
      REMINDER: 'اقترب أحد مواعيدك',
    },
  },
  intro: {
    INVITATION: 'الدعوة المرفقة تضيف الموعد إلى تقويمك.',
    CHANGE: 'إليك التفاصيل الجديدة. الدعوة المرفقة تحل محل الدعوة السابقة.',
    CANCELLATION: 'لن يُعقد هذا اللقاء. الملف المرفق يزيله من تقويمك.',
    REMINDER: '',
  },
  labels: {
    event: 'الموعد',
    when: 'الوقت',
    with: 'مع',
    email: 'البريد الإلكتروني',
    phone: 'الهاتف',
    guests: 'الضيوف',
    where: 'المكان',
  },
  places: { GOOGLE_MEET: 'Google Meet', ZOOM: 'Zoom', PHONE_CALL: 'مكالمة هاتفية', IN_PERSON: 'حضوريًا', CUSTOM: '' },
  seeCall: 'عرض الموعد',
  moveOrCancel: 'تغيير الموعد أو إلغاؤه',
  orOpen: 'أو عبر هذا الرابط:',
  endForInvitee: (workspace, hostEmail) =>
    isolating`وصلتك هذه الرسالة لأن موعدًا مع «${workspace}» حُجز بهذا العنوان. تصل الردود إلى ${hostEmail}.`,
  endForHost: (workspace) => isolating`وصلتك هذه الرسالة لأنك مضيف هذا الموعد في مساحة العمل «${workspace}».`,
  forGuests: {
    invitation: 'أنت مدعو إلى موعد',
    removed: { heading: 'لم تعد مدعوًا إلى هذا الموعد', intro: 'يزيله الملف المرفق من تقويمك.' },
    end: (workspace, hostEmail) =>
      isolating`وصلتك هذه الرسالة لأن هذا العنوان أُضيف ضيفًا إلى موعد مع «${workspace}». تصل الردود إلى ${hostEmail}.`,
  },
  confirmation: {
    subject: 'يُرجى التأكيد',
    heading: 'تأكيد الحجز',
    intro: (until) =>
      isolating`لم يُحجز هذا الموعد بعد. آخر وقت للتأكيد: ${until}. حتى ذلك الحين قد يحجز شخص آخر هذا الوقت.`,
    confirm: 'تأكيد الحجز',
    end: (workspace) =>
      isolating`وصلتك هذه الرسالة لأن شخصًا ما طلب موعدًا مع «${workspace}» بهذا العنوان. إن لم يكن هذا الطلب منك، فيُرجى تجاهل الرسالة، ولن يُحجز شيء.`,
  },
};
