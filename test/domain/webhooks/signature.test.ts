import { randomBytes } from 'node:crypto';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { signatureHeaders } from '#src/domain/webhooks/signature.ts';
import { present } from '../../support/present.ts';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const secret = newSecret();
const body = '{"type":"contact.created","data":{"firstName":"Zoë 😀"}}';
const signed = (secrets: readonly string[], timestamp = present()) =>
  signatureHeaders({ id: 'evt_12', timestamp, body, secrets });

describe('signatureHeaders()', () => {
  test('is what the reference library signs and verifies', () => {
    const timestamp = present();
    const headers = signed([secret], timestamp);
    expect(headers).toEqual({
      'webhook-id': 'evt_12',
      'webhook-timestamp': String(Math.floor(timestamp.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('evt_12', timestamp, body),
    });
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  });

  test('is the example of the standard', () => {
    const headers = signatureHeaders({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: new Date(1_614_265_330_000),
      body: '{"test": 2432232314}',
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    });
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  test('is verified with either secret of a rotation, and with no other', () => {
    const next = newSecret();
    const headers = signed([next, secret]);
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const key of [secret, next]) expect(new Webhook(key).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow(WebhookVerificationError);
    expect(() => new Webhook(secret).verify(body, signed([next]))).toThrow(WebhookVerificationError);
  });

  test('fails with any byte flipped, of the body and of each header', () => {
    const headers = signed([secret]);
    const bytes = Buffer.from(body);
    for (const index of bytes.keys()) {
      const flipped = Buffer.from(bytes);
      flipped[index] = (flipped[index] as number) ^ 1;
      expect(() => new Webhook(secret).verify(flipped.toString('latin1'), headers)).toThrow(WebhookVerificationError);
      expect(() => new Webhook(secret).verify(flipped, headers)).toThrow(WebhookVerificationError);
    }
    for (const [name, value] of Object.entries(headers)) {
      // The last character of base64 holds bits that count for nothing.
      for (const index of Buffer.from(value).subarray(0, -2).keys()) {
        const flipped = Buffer.from(value);
        flipped[index] = (flipped[index] as number) ^ 1;
        const changed = { ...headers, [name]: flipped.toString() };
        expect(() => new Webhook(secret).verify(body, changed)).toThrow(WebhookVerificationError);
      }
    }
  });
});
