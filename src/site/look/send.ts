import type { Context as KoaContext } from 'koa';
import { securityHeaders } from '#src/lib/network/headers.ts';

interface SentDocument {
  readonly status: number;
  readonly document: string;
  /** Which security headers it has besides its policy. */
  readonly security: keyof typeof securityHeaders;
  /** The content security policy. */
  readonly policy: string;
  readonly caching: string;
}

/** Responds with a page. One that is the same for everybody is a `resourceEndpoint`, which is made once and compressed. */
export function sendDocument(koa: KoaContext, { status, document, security, policy, caching }: SentDocument): void {
  koa.set({ 'Cache-Control': caching, ...securityHeaders[security], 'Content-Security-Policy': policy });
  koa.status = status;
  koa.set('Content-Type', 'text/html; charset=utf-8');
  koa.body = document;
}
