import { sendExamplesInput } from '#src/domain/webhooks/delivery.ts';
import { commandWithoutDatabase } from './command.ts';

export const webhookSend = commandWithoutDatabase({
  name: 'webhook send',
  summary:
    'Send examples of events to an address of yours, signed as webhooks are, with the header webhook-example. It needs no database.',
  options: {
    to: { field: 'url', value: '<url>', help: 'Where to: https, or http at this machine.' },
    kind: {
      field: 'kinds',
      value: '<kinds>',
      kind: 'list',
      help: 'Such as call.booked,deal.created; every kind by default.',
    },
    secret: {
      field: 'secret',
      value: '<secret>',
      kind: 'secret',
      help: 'Signs them: whsec_…; a new one by default, which is shown.',
    },
  },
  input: sendExamplesInput,
  async run(input) {
    // Loaded only here: without this code, the other commands start in half the time.
    const { sendExamples } = await import('./webhook-examples.ts');
    return sendExamples(input);
  },
});
