import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { allEventKinds } from '#src/domain/webhooks/kinds.ts';
import { generateWebhookSecret } from '#src/domain/webhooks/secret.ts';
import { cli, json } from '../support/cli.ts';
import { expectEventToFit, openApi } from '../support/fits-document.ts';
import { useWebhookReceiver, webhookReceiver } from '../support/webhook-receiver.ts';

const receiver = await useWebhookReceiver();

/** Neither a database nor a valid configuration is there. */
const nothing = { DATABASE_URL: 'nonsense', DATA_DIR: '/nonexistent/data' };
const send = (...args: string[]) => cli(['webhook', 'send', '--to', receiver.url, ...args], nothing);

describe('webhook send', () => {
  test('sends an example of every kind, as documented and signed, without a database', async () => {
    const { secret, deliveries } = await json(['webhook', 'send', '--to', `${receiver.url}/hooks`], nothing);
    expect(receiver.bodies().map(({ type }) => type)).toEqual(allEventKinds);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(allEventKinds.length);
    for (const { path, headers, body } of receiver.received) {
      const event = new Webhook(secret as string).verify(body, headers as Record<string, string>) as { type: string };
      expectEventToFit(event);
      const content = openApi.webhooks[event.type]?.post.requestBody.content['application/json'];
      const { data, previous } = content?.example ?? {};
      expect(event).toMatchObject({ id: headers['webhook-id'], data, previous });
      expect([path, headers['webhook-example'], headers['content-type']]).toEqual([
        ...['/hooks', 'true', 'application/json'],
      ]);
    }
    const [first] = deliveries as Record<string, unknown>[];
    expect(first).toEqual({
      ...{ kind: allEventKinds[0], status: 204, error: null, latencyMs: expect.any(Number) },
      ...{
        headers: expect.objectContaining({ 'webhook-example': 'true' }),
        body: receiver.received[0]?.body.toString(),
      },
    });
  });

  test('sends the kinds that are named, signed with a secret that is named', async () => {
    const secret = generateWebhookSecret();
    const { code, stdout, stderr } = await send('--kind', 'call.booked,webhook.test', '--secret', secret);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^call\.booked {2}204 {2}\d+ ms\nwebhook\.test {2}204 {2}\d+ ms\nSigned with whsec_\S+\n$/);
    expect(stdout).toContain(secret);
    for (const { body, headers } of receiver.received) {
      new Webhook(secret).verify(body, headers as Record<string, string>);
    }
    expect(receiver.received).toHaveLength(2);
  });

  test('exits with 1 where the receiver refuses one, and goes on', async () => {
    receiver.answer((response, { body }) =>
      response.writeHead(JSON.parse(body.toString()).type === 'call.booked' ? 500 : 200).end(),
    );
    const { code, stdout } = await send('--kind', 'call.booked,deal.created');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^call\.booked {2}500 {2}\d+ ms\ndeal\.created {2}200 /);
  });

  test('ends with the first that has no answer', async () => {
    const gone = await webhookReceiver();
    await gone.close();
    const { code, stdout } = await cli(['webhook', 'send', '--to', gone.url, '--kind', 'call.booked,deal.created'], {});
    expect(code).toBe(1);
    expect(stdout).toMatch(/^call\.booked {2}no response {2}\d+ ms {2}\S.*\n1 more was not sent\.\nSigned with /);
  });

  test('names every mistake by its option', async () => {
    const { code, stdout, stderr } = await cli(
      ['webhook', 'send', '--to', 'example.com', '--kind', 'call.boked', '--secret', 'whsec_c2hvcnQ='],
      nothing,
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('--to: Must be a full URL, such as https://example.com/webhooks\n');
    expect(stderr).toContain('--kind: Unknown kind "call.boked"; known kinds: contact.created, ');
    expect(stderr).toContain('--secret: Must be whsec_ followed by 24 to 64 bytes in base64\n');
    expect((await cli(['webhook', 'send'], nothing)).stderr).toContain('--to is required');
    expect((await send('--kind', '')).stderr).toContain('--kind: Must have at least one kind');
    expect((await send('--secret', `${generateWebhookSecret()}!`)).stderr).toContain('--secret: Must be whsec_');
    expect(receiver.received).toEqual([]);
  });

  test('sends to no private address', async () => {
    const { code, stdout } = await cli(['webhook', 'send', '--to', 'https://10.0.0.7/', '--kind', 'call.booked'], {});
    expect([code, stdout]).toEqual([1, expect.stringContaining('10.0.0.7 is a private address')]);
  });
});
