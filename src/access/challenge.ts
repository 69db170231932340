import type { DomainError } from '#src/domain/errors.ts';

/** The `WWW-Authenticate` of an error, as RFC 6750 says: what is wrong is told only where a token was sent. */
export function challenge({ code, scope, status }: DomainError, sentToken: boolean): Record<string, string> {
  if (code === 'INSUFFICIENT_SCOPE') {
    return { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope ?? ''}"` };
  }
  if (status !== 401) return {};
  return { 'WWW-Authenticate': sentToken ? 'Bearer error="invalid_token"' : 'Bearer' };
}
