import type { MailTexts } from '../mail-texts.ts';

export const pt: MailTexts = {
  subject: { INVITATION: 'Reservada', CHANGE: 'Alterada', CANCELLATION: 'Cancelada', REMINDER: 'Lembrete' },
  greeting: (name) => `Olá, ${name},`,
  heading: {
    INVITEE: {
      INVITATION: 'Sua chamada está reservada',
      CHANGE: 'Sua chamada mudou',
      CANCELLATION: 'Sua chamada foi cancelada',
      REMINDER: 'Sua chamada se aproxima',
    },
    HOST: {
      INVITATION: 'Você tem uma nova chamada',
      CHANGE: 'Uma de suas chamadas mudou',
      CANCELLATION: 'Uma de suas chamadas foi cancelada',
      REMINDER: 'Uma de suas chamadas se aproxima',
    },
  },
  intro: {
    INVITATION: 'O convite em anexo a adiciona ao seu calendário.',
    CHANGE: 'Agora está assim. O convite em anexo substitui o anterior.',
    CANCELLATION: 'Ela não acontecerá. O arquivo em anexo a remove do seu calendário.',
    REMINDER: '',
  },
  labels: {
    event: 'Chamada',
    when: 'Quando',
    with: 'Com',
    email: 'E-mail',
    phone: 'Telefone',
    guests: 'Convidados',
    where: 'Onde',
  },
  places: {
    GOOGLE_MEET: 'Google Meet',
    ZOOM: 'Zoom',
    PHONE_CALL: 'Chamada telefônica',
    IN_PERSON: 'Presencial',
    CUSTOM: '',
  },
  seeCall: 'Ver a chamada',
  moveOrCancel: 'Remarcar ou cancelar',
  orOpen: 'Ou abra este endereço:',
  endForInvitee: (workspace, hostEmail) =>
    `Você recebeu este e-mail porque uma chamada com “${workspace}” foi reservada com este endereço. As respostas vão para ${hostEmail}.`,
  endForHost: (workspace) =>
    `Você recebeu este e-mail porque conduz esta chamada no espaço de trabalho “${workspace}”.`,
  forGuests: {
    invitation: 'Você foi convidado para uma chamada',
    removed: {
      heading: 'Você não está mais convidado para esta chamada',
      intro: 'O arquivo anexo a remove da sua agenda.',
    },
    end: (workspace, hostEmail) =>
      `Você recebeu este e-mail porque este endereço foi adicionado como convidado de uma chamada com “${workspace}”. As respostas vão para ${hostEmail}.`,
  },
  confirmation: {
    subject: 'Confirme, por favor',
    heading: 'Confirme a sua reserva',
    intro: (until) =>
      `Esta chamada ainda não está reservada. Confirme-a até: ${until}. Até lá, outros podem ocupar este horário.`,
    confirm: 'Confirmar a reserva',
    end: (workspace) =>
      `Você recebeu este e-mail porque alguém pediu uma chamada com “${workspace}” com este endereço. Se não foi você, não faça nada: nada será reservado.`,
  },
};
