/** Headers that a page of another origin may send. */
export const requestHeaders = ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Request-Id'] as const;

/** Headers of a response that a page of another origin may read: all that the documentation names. */
export const exposedHeaders = [
  'X-Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'X-GraphQL-Cost',
  'X-GraphQL-Cost-Limit',
  'X-GraphQL-Cost-Remaining',
  'X-GraphQL-Cost-Reset',
  'Idempotent-Replayed',
  'WWW-Authenticate',
  'Link',
  'Unknown-Parameters',
].join(', ');
