import { sendExamplesInput } from '#src/domain/webhooks/delivery.ts';
import { commandWithoutDatabase } from './command.ts';

export const webhookSend = commandWithoutDatabase({
  name: 'webhook send',
  summary:
    'Send example events to a URL, signed like real webhooks and with the header webhook-example. No database is needed.',
  options: {
    to: { field: 'url', value: '<url>', help: 'The URL to send to: https, or http on this machine.' },
    kind: {
      field: 'kinds',
      value: '<kinds>',
      kind: 'list',
      help: 'Kinds such as call.booked,deal.created. Default: every kind.',
    },
    secret: {
      field: 'secret',
      value: '<secret>',
      kind: 'secret',
      help: 'The signing secret, whsec_…. Default: a new one, which is shown.',
    },
  },
  input: sendExamplesInput,
  async run(input) {
    // Loaded only here: without this code, the other commands start in half the time.
    const { sendExamples } = await import('./webhook-examples.ts');
    return sendExamples(input);
  },
});
