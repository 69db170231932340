import { expect, test } from 'vitest';
import { failureSentence } from '#src/lib/network/request-failure.ts';

const failure = (code: string) => Object.assign(new Error(code), { code });

test.each([
  ['CERT_REVOKED', 'The certificate of the receiver is not valid.'],
  ['CERT_SIGNATURE_FAILURE', 'The certificate of the receiver is not valid.'],
  ['INVALID_PURPOSE', 'The certificate of the receiver is not valid.'],
  ['ERR_TLS_CERT_ALTNAME_FORMAT', 'The certificate of the receiver is not valid.'],
  ['CERT_HAS_EXPIRED', 'The certificate of the receiver has expired.'],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'The receiver does not speak TLS as expected.'],
  ['ERR_OSSL_ASN1_WRONG_TAG', 'The receiver does not speak TLS as expected.'],
  ['EHOSTDOWN', 'The receiver cannot be reached over the network.'],
])('%s is recorded in words', (code, sentence) => {
  expect(failureSentence(failure(code))).toBe(sentence);
});

test('another side than a receiver has its own name, also with several addresses', () => {
  const several = new AggregateError([failure('ECONNREFUSED'), failure('ETIMEDOUT')]);
  expect(failureSentence(several, 'other server')).toBe('The other server refuses connections.');
});

test.each([failure('ERR_OF_ANOTHER_KIND'), new TypeError('x is not a function'), 'text', undefined, null])(
  'what is not known is recorded without its code or message: %s',
  (error) => {
    expect(failureSentence(error)).toBe('The request failed.');
  },
);
