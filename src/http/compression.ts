import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context as KoaContext, Middleware } from 'koa';

/** Below this size, compression costs more time than it saves: a list of one or two records. */
export const minCompressedBytes = 2048;

const compressors = {
  br: (content: Buffer) => brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (content: Buffer) => zip(content, { level: 1 }),
};
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Compresses JSON and CSV for clients that accept it, on the threads of zlib. A response with a credential is not compressed: next to
 * text that a caller chose, its compressed length would reveal parts of the secret (BREACH). Such a response is `no-store`; one
 * with personal data is `private, no-store`.
 */
export const compression: Middleware = async (koa, next) => {
  await next();
  const { body, response } = koa;
  if (typeof body !== 'string' || body.length < minCompressedBytes || koa.res.hasHeader('content-encoding')) return;
  if (!/^(?:application\/(?:graphql-response\+)?json|text\/csv)/.test(response.get('content-type'))) return;
  if (response.get('cache-control') === 'no-store') return;
  const compressing = compressBody(koa, body);
  if (compressing) await compressing;
};

/**
 * Replaces the body, which is this text, by its compressed form, if the client accepts that and it has no credential.
 * `prefersSmall` prefers Brotli.
 */
export function compressBody(koa: KoaContext, text: string, prefersSmall = false): Promise<void> | undefined {
  koa.vary('Accept-Encoding');
  if (koa.req.headers['accept-encoding'] === undefined) return undefined;
  const isSmall = prefersSmall && koa.acceptsEncodings('br') === 'br';
  const accepted = isSmall ? 'br' : koa.acceptsEncodings('br', 'gzip', 'identity');
  // The search for a credential reads the whole body, so it comes last.
  if ((accepted !== 'br' && accepted !== 'gzip') || hasCredential(text)) return undefined;
  return compressors[accepted](Buffer.from(text)).then((content) => {
    // Setting the body sets its length; it leaves the type as it is.
    koa.body = content;
    koa.set('Content-Encoding', accepted);
  });
}

/** Every credential begins with `service_`, and every secret of a webhook with `whsec_`. */
function hasCredential(body: string): boolean {
  return body.includes('service_') || body.includes('whsec_');
}
