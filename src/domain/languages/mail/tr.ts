import type { MailTexts } from '../mail-texts.ts';

export const tr: MailTexts = {
  subject: { INVITATION: 'Planlandı', CHANGE: 'Değişti', CANCELLATION: 'İptal edildi', REMINDER: 'Hatırlatma' },
  greeting: (name) => `Merhaba ${name},`,
  heading: {
    INVITEE: {
      INVITATION: 'Görüşmeniz planlandı',
      CHANGE: 'Görüşmeniz değişti',
      CANCELLATION: 'Görüşmeniz iptal edildi',
      REMINDER: 'Görüşmeniz yaklaşıyor',
    },
    HOST: {
      INVITATION: 'Yeni bir görüşmeniz var',
      CHANGE: 'Görüşmelerinizden biri değişti',
      CANCELLATION: 'Görüşmelerinizden biri iptal edildi',
      REMINDER: 'Görüşmelerinizden biri yaklaşıyor',
    },
  },
  intro: {
    INVITATION: 'Ekteki davet, görüşmeyi takviminize ekler.',
    CHANGE: 'Yeni bilgiler aşağıdadır. Ekteki davet öncekinin yerine geçer.',
    CANCELLATION: 'Bu görüşme yapılmayacak. Ekteki dosya görüşmeyi takviminizden kaldırır.',
    REMINDER: '',
  },
  labels: {
    event: 'Görüşme',
    when: 'Ne zaman',
    with: 'Kiminle',
    email: 'E-posta',
    phone: 'Telefon',
    guests: 'Konuklar',
    where: 'Nerede',
  },
  places: {
    GOOGLE_MEET: 'Google Meet',
    ZOOM: 'Zoom',
    PHONE_CALL: 'Telefon görüşmesi',
    IN_PERSON: 'Yüz yüze',
    CUSTOM: '',
  },
  seeCall: 'Görüşmeyi görüntüle',
  moveOrCancel: 'Saati değiştir veya iptal et',
  orOpen: 'Veya bu bağlantıyı açın:',
  endForInvitee: (workspace, hostEmail) =>
    `Bu e-postayı, “${workspace}” ile bu adres kullanılarak bir görüşme planlandığı için aldınız. Yanıtlar ${hostEmail} adresine gider.`,
  endForHost: (workspace) =>
    `Bu e-postayı, “${workspace}” çalışma alanındaki bu görüşmeyi siz yapacağınız için aldınız.`,
  forGuests: {
    invitation: 'Bir görüşmeye davetlisiniz',
    removed: {
      heading: 'Artık bu görüşmeye davetli değilsiniz',
      intro: 'Ekteki dosya görüşmeyi takviminizden kaldırır.',
    },
    end: (workspace, hostEmail) =>
      `Bu e-postayı, bu adres “${workspace}” ile yapılacak bir görüşmeye konuk olarak eklendiği için aldınız. Yanıtlar ${hostEmail} adresine gider.`,
  },
  confirmation: {
    subject: 'Lütfen onaylayın',
    heading: 'Randevunuzu onaylayın',
    intro: (until) =>
      `Bu görüşme henüz planlanmadı. Onay için son zaman: ${until}. O zamana kadar bu saati başka biri alabilir.`,
    confirm: 'Randevuyu onayla',
    end: (workspace) =>
      `Bu e-postayı, “${workspace}” ile bu adres kullanılarak bir görüşme istendiği için aldınız. Bunu siz yapmadıysanız bu e-postayı dikkate almayın; görüşme planlanmaz.`,
  },
};
