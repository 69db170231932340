import { errors } from 'undici';
import { RefusedAddress } from './checked-connector.ts';

export const stoppedSentence = 'The server stopped before the response was complete.';
const invalidHttp = 'The response is not valid HTTP.';
const damagedCompression = 'The compressed data of the response is damaged.';

/** The reasons why a request failed, each as a short sentence for the person who entered the URL. */
const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host name does not resolve to an address.',
  ENODATA: 'The host name does not resolve to an address.',
  ECONNREFUSED: 'The receiver refuses connections.',
  ECONNRESET: 'The receiver closed the connection before its response was complete.',
  EPIPE: 'The receiver closed the connection before its response was complete.',
  UND_ERR_SOCKET: 'The receiver closed the connection before its response was complete.',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'The response has a different length than its header states.',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the response are too large.',
  HPE_HEADER_OVERFLOW: 'The headers of the response are too large.',
  EHOSTUNREACH: 'The receiver cannot be reached over the network.',
  ENETUNREACH: 'The receiver cannot be reached over the network.',
  EADDRNOTAVAIL: 'The receiver cannot be reached over the network.',
  ETIMEDOUT: 'The receiver does not accept connections.',
  UND_ERR_CONNECT_TIMEOUT: 'The receiver does not accept connections.',
  ENETDOWN: 'The receiver cannot be reached over the network.',
  EHOSTDOWN: 'The receiver cannot be reached over the network.',
  UND_ERR_DESTROYED: stoppedSentence,
  Z_DATA_ERROR: damagedCompression,
  Z_BUF_ERROR: damagedCompression,
  // undici asserts that a status is 100 or more.
  ERR_ASSERTION: invalidHttp,
  CERT_HAS_EXPIRED: 'The certificate of the receiver has expired.',
  CERT_NOT_YET_VALID: 'The certificate of the receiver is not valid yet.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the receiver is for a different host name.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the receiver is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the receiver was issued by an unknown authority.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate chain of the receiver is incomplete.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate of the receiver was issued by an unknown authority.',
};

/** The other codes of OpenSSL and of Node for a certificate. */
const certificateCode =
  /^(?:ERR_TLS_)?CERT_|^ERROR_IN_CERT_|^UNABLE_TO_|^(?:INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH|UNSPECIFIED)$/;

/** Node's codes for errors of the Brotli decoder, such as `ERR__ERROR_FORMAT_PADDING_1`. */
const brotliCode = /^ERR_(?:_ERROR_|BROTLI_)/;

/** Codes of name servers (c-ares) that do not answer, or not with an address. */
const nameServerCodes = ['ESERVFAIL', 'EREFUSED', 'ETIMEOUT', 'ECANCELLED', 'EBADRESP', 'EBADNAME', 'EFORMERR'];

/** An answer that is refused whatever its status is. Its message is the sentence. */
export class RefusedAnswer extends Error {
  override readonly name = 'RefusedAnswer';
}

/** `peer` names the other side: a webhook has a receiver, a calendar has a server. */
export function failureSentence(error: unknown, peer: 'receiver' | 'other server' = 'receiver'): string {
  if (error instanceof RefusedAddress || error instanceof RefusedAnswer) return error.message;
  return sentenceOf(error).replaceAll('receiver', peer);
}

function sentenceOf(error: unknown): string {
  // With several addresses, the first failure is that of the preferred one.
  if (error instanceof AggregateError && error.errors.length > 0) return sentenceOf(error.errors[0]);
  const { code = '', syscall = '' } = (error ?? {}) as { code?: string; syscall?: string };
  if (syscall.startsWith('query') && nameServerCodes.includes(code))
    return 'The name servers of the host do not respond.';
  if (syscall.startsWith('query')) return 'The host name does not resolve to an address.';
  const sentence = sentences[code];
  if (sentence) return sentence;
  if (error instanceof errors.HTTPParserError) return invalidHttp;
  if (brotliCode.test(code)) return damagedCompression;
  if (certificateCode.test(code)) return 'The certificate of the receiver is not valid.';
  if (/^ERR_(?:O?SSL|TLS)_/.test(code) || code === 'EPROTO') return 'The receiver does not speak TLS as expected.';
  // A code would mean nothing to the person who entered the URL.
  return 'The request failed.';
}
