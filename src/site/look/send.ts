import type { Context as KoaContext } from 'koa';
import { securityHeaders } from '#src/lib/network/headers.ts';

interface SentDocument {
  readonly status: number;
  readonly document: string;
  /** The set of security headers besides its policy. */
  readonly security: keyof typeof securityHeaders;
  /** The content security policy. */
  readonly policy: string;
  readonly caching: string;
}

/** Responds with a page. A page that is the same for everybody is a `resourceEndpoint`, built once and compressed. */
export function sendDocument(koa: KoaContext, { status, document, security, policy, caching }: SentDocument): void {
  koa.set({ 'Cache-Control': caching, ...securityHeaders[security], 'Content-Security-Policy': policy });
  koa.status = status;
  koa.set('Content-Type', 'text/html; charset=utf-8');
  koa.body = document;
}
