import { isolating } from '#src/lib/bidi.ts';
import type { Texts } from './texts.ts';

const plural = new Intl.PluralRules('ar');

/** The noun follows the number: its dual says two without a digit. */
function inSeconds(seconds: number): string {
  switch (plural.select(seconds)) {
    case 'one':
      return 'ثانية واحدة';
    case 'two':
      return 'ثانيتين';
    case 'few':
      return isolating`${seconds} ثوانٍ`;
    default:
      return isolating`${seconds} ثانية`;
  }
}

export const ar: Texts = {
  language: 'العربية',
  languageLabel: 'اللغة',

  chooseTime: 'اختيار وقت',
  timeZone: 'المنطقة الزمنية',
  apply: 'تطبيق',
  allTimeZones: 'جميع المناطق الزمنية',
  timeNow: (time) => isolating`الوقت الآن ${time}`,
  previousMonth: 'الشهر السابق',
  nextMonth: 'الشهر التالي',
  open: 'أوقات متاحة',
  timesOn: (date) => date,
  noTimesOn: (date) => isolating`لا توجد أوقات متاحة في ${date}.`,
  noTimesIn: (month) => isolating`لا توجد أوقات متاحة في ${month}.`,
  noTimes: 'لا توجد أوقات متاحة حاليًا. يُرجى المحاولة لاحقًا.',
  skippedMonth: (empty, shown) => isolating`لم تبقَ أوقات متاحة في ${empty}، لذلك نعرض ${shown}.`,
  morning: 'صباحًا',
  afternoon: 'بعد الظهر',
  hourFormat: 'نظام الساعة',
  hours12: 'نظام 12 ساعة',
  hours24: 'نظام 24 ساعة',
  nextOpen: (date) => isolating`أول يوم متاح: ${date}`,
  otherDays: 'اختيار يوم آخر',
  otherTime: 'اختيار وقت آخر',

  yourDetails: 'بياناتك',
  detailsFirst: 'يُرجى الإجابة عن بعض الأسئلة أولًا، ثم اختيار وقت.',
  optional: 'اختياري',
  name: 'الاسم الكامل',
  firstName: 'الاسم الأول',
  lastName: 'اسم العائلة',
  email: 'البريد الإلكتروني',
  phoneNumber: 'رقم الهاتف',
  phoneCountry: 'بلد الرقم',
  allCountries: 'كل البلدان',
  phoneHint: 'كما يُكتب في البلد المختار، أو مع علامة + ورمز البلد.',
  phoneRead: (number) => isolating`سنستخدم الرقم ${number}.`,
  addGuests: 'إضافة ضيوف',
  guests: 'الضيوف',
  guestsHint: (max) =>
    isolating`حتى ${max} عناوين بريد إلكتروني، تفصل بينها فواصل أو كل عنوان في سطر. يتلقى الضيوف الدعوة وكل التغييرات عبر البريد الإلكتروني.`,
  guestsError: (addresses) => isolating`هذا ليس عنوان بريد إلكتروني: ${addresses}`,
  tooManyGuests: (max) => isolating`يُرجى إدخال ${max} ضيوف على الأكثر.`,
  choose: 'اختيار …',
  book: 'حجز',
  goOn: 'متابعة',

  locations: {
    GOOGLE_MEET: 'Google Meet',
    ZOOM: 'Zoom',
    PHONE_CALL: 'مكالمة هاتفية',
    IN_PERSON: 'حضوريًا',
    CUSTOM: 'حسب الاتفاق',
  },
  eventsOf: (name) => isolating`حجز موعد مع ${name}`,
  poweredBy: isolating`حجز المواعيد عبر ${'Slotline'}`,

  booked: 'تم حجز موعدك',
  moved: 'تم تغيير موعدك',
  isCancelled: 'تم إلغاء موعدك',
  isOver: 'انتهى هذا الموعد',
  what: 'الموضوع',
  when: 'الوقت',
  where: 'المكان',
  who: 'صاحب الحجز',
  withWhom: 'مع',
  timeOfHost: (time) => isolating`${time} بتوقيت المضيف`,
  join: 'الانضمام إلى المكالمة',
  next: {
    title: 'الخطوات التالية',
    mail: (email) => isolating`سنرسل إلى ${email} رسالة فيها التفاصيل ودعوة للتقويم.`,
    hostCalls: (host, number) => isolating`ستصلك مكالمة من ${host} على الرقم ${number}.`,
    dial: (number) => isolating`في الوقت المحدد، يُرجى الاتصال بالرقم ${number}.`,
    join: 'في الوقت المحدد، يُرجى الانضمام عبر الرابط في هذه الصفحة.',
    come: (place) => isolating`في الوقت المحدد، يُرجى الحضور إلى: ${place}.`,
  },
  addToCalendar: 'إضافة إلى التقويم',
  calendarFile: isolating`${'Apple'} وتقويمات أخرى`,
  move: 'تغيير الموعد',
  moveTo: 'تأكيد الموعد الجديد',
  present: 'الموعد الحالي',
  moveTitle: 'تغيير موعدك',
  cancel: 'إلغاء الموعد',
  cancelTitle: 'هل تريد إلغاء موعدك؟',
  keep: 'الاحتفاظ بالموعد',
  reason: 'السبب',
  bookAgain: 'حجز وقت آخر',
  keepLink: 'يُرجى حفظ رابط هذه الصفحة. يمكنك استخدامه لتغيير الموعد أو إلغائه حتى وقت بدايته.',
  mailHeldBack:
    'لن تُرسل الرسالة المتعلقة بذلك في الوقت الحالي، لأننا أرسلنا رسائل كثيرة إلى هذا العنوان. البيانات في هذه الصفحة محدَّثة.',

  confirmation: {
    title: 'تأكيد الحجز',
    sentTo: (email) => isolating`أرسلنا رسالة إلى ${email}.`,
    openBy: (time) =>
      isolating`لحجز هذا الوقت، يُرجى فتح الرابط الموجود فيها قبل الساعة ${time}. لم يُحجز الوقت بعد، وقد يحجزه شخص آخر.`,
    noMail: 'لم تصلك الرسالة؟ يُرجى البحث في مجلد الرسائل غير المرغوب فيها والتأكد من صحة العنوان.',
    change: 'تعديل البيانات',
    confirmBy: (time) => isolating`لم يُحجز هذا الوقت بعد. يُرجى تأكيده قبل الساعة ${time}.`,
    confirm: 'تأكيد الحجز',
    expired: {
      title: 'انتهت صلاحية هذا الرابط',
      text: 'مهلة تأكيد الحجز 15 دقيقة. إذا كنت قد أكّدت هذا الحجز، فقد وصلتك رسالة بذلك. وإلا فيُرجى اختيار وقت من جديد.',
    },
  },

  thanks: 'شكرًا لك',
  disqualified: 'شكرًا على إجاباتك. هذا الموعد غير مناسب لك، ولذلك لم يُحجز شيء.',

  fixErrors: 'يُرجى مراجعة الحقول المحددة.',
  taken: 'حُجز هذا الوقت للتو. احتفظنا بكل ما أدخلته. يُرجى اختيار أحد الأوقات المتاحة التالية.',
  past: 'انقضى هذا الوقت. يُرجى اختيار وقت آخر.',
  notOpen: 'هذا الوقت غير متاح. يُرجى اختيار وقت آخر.',
  sameTime: 'الموعد محدد في هذا الوقت بالفعل. يُرجى اختيار وقت آخر.',
  closed: 'الحجز متوقف حاليًا، لذلك لا يمكن تغيير الموعد. لا يزال بإمكانك إلغاؤه.',
  movedOften: (time) =>
    isolating`تغيّر هذا الموعد عدة مرات خلال ساعة واحدة. يمكنك تغييره مجددًا بعد الساعة ${time}، أو إلغاؤه الآن.`,
  movesUsedUp:
    'تغيّر هذا الموعد مرات كثيرة، ولم يعد ممكنًا تغييره بهذا الرابط. يُرجى طلب وقت آخر من المضيف، أو إلغاء الموعد.',
  preview: 'هذه معاينة. لا يمكن حجز أي شيء هنا.',
  closedNow: 'أُغلق الحجز للتو. احتفظنا بكل ما أدخلته، ويمكنك المحاولة مجددًا.',
  tryAgain: 'إعادة المحاولة',
  noZone: 'لا نعرف هذه المنطقة الزمنية. الأوقات معروضة بتوقيت منطقة أخرى.',
  limitReached: 'بلغت الحد الأقصى لعدد المواعيد القادمة. يمكنك تغيير أحدها أو إلغاؤه بدلًا من ذلك.',
  tooMany: (seconds) => `طلبات كثيرة. يُرجى المحاولة مجددًا بعد ${inSeconds(seconds)}.`,
  tooLong: {
    title: 'هذا النموذج طويل جدًا',
    text: 'يُرجى الرجوع، ثم اختصار النص أو تقليل الإجابات، وإرساله مجددًا.',
  },
  tooManyBookings: (wait) =>
    isolating`وصلت حجوزات كثيرة من شبكتك أو بعنوان البريد الإلكتروني هذا. الوقت المتبقي حتى المحاولة التالية: ${wait}.`,
  needsEmail:
    'وصلت حجوزات كثيرة من شبكتك، لذلك يجب تأكيد هذا الحجز بالبريد الإلكتروني. يُرجى إدخال عنوان بريد إلكتروني.',
  busy: 'يحجز كثيرون في هذه اللحظة. يُرجى المحاولة مجددًا بعد قليل.',
  failed: 'حدث خطأ من جانبنا. يُرجى المحاولة مجددًا.',
  changedForm: 'تغيّر النموذج في هذه الأثناء. يُرجى مراجعته وإرساله مجددًا.',
  errors: {
    invalid: 'القيمة غير صحيحة. يُرجى مراجعتها.',
    required: 'يُرجى ملء هذا الحقل.',
    too_short: 'يُرجى ملء هذا الحقل.',
    too_long: 'النص طويل جدًا.',
    invalid_characters: 'توجد رموز غير مسموح بها هنا.',
    unknown_value: 'يُرجى اختيار أحد الخيارات.',
    not_allowed: 'يُرجى اختيار أحد الخيارات.',
    too_small: 'هذا العدد صغير جدًا.',
    too_big: 'هذا العدد كبير جدًا.',
    too_precise: 'هذا العدد ليس من القيم المسموح بها.',
    too_many: 'يُرجى تقديم إجابة واحدة فقط.',
    out_of_range: 'القيمة خارج النطاق المسموح به.',
  },
  emailError: isolating`يُرجى إدخال عنوان بريد إلكتروني مثل ${'name@example.com'}.`,
  emailLocalPartError:
    'قبل علامة @ لا يحتوي عنوان البريد الإلكتروني إلا على الحروف الإنجليزية والأرقام والرموز، ولا يحتوي على حروف عربية. يُرجى مراجعته.',
  phoneError: (example) =>
    isolating`هذا ليس رقمًا في البلد المختار، حيث يُكتب الرقم هكذا: ${example}. يُرجى مراجعة الرقم والبلد.`,
  phoneExtension: 'لا يمكن أن يتضمن الرقم تحويلة داخلية. يُرجى إدخال الرقم من دونها.',
  linkError: isolating`يُرجى إدخال عنوان يبدأ بـ ${'https://'}.`,
  dateError: 'يُرجى إدخال تاريخ.',

  notFound: {
    title: 'هذه الصفحة غير متاحة',
    text: 'قد يكون الرابط مكتوبًا بشكل خاطئ، أو قد يكون الحجز مغلقًا. يُرجى طلب رابط جديد ممن أرسله إليك.',
  },
  notEmbeddable: {
    title: 'لا يمكن عرض هذه الصفحة هنا',
    text: 'لم يسمح صاحب صفحة الحجز لهذا الموقع بعرضها.',
    open: 'فتح صفحة الحجز',
  },
  endedLink: {
    title: 'هذا الرابط لا يعمل',
    text: 'قد يكون ناقصًا أو قديمًا جدًا. يُرجى فتحه من الرسالة التي وصلتك، أو حجز وقت آخر.',
  },
  methodNotAllowed: 'يُرجى فتح هذه الصفحة في متصفح.',
};
