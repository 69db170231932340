/** `create` opens the form for a new key, with these scopes chosen: `deals:read,contacts:read`, or none. */
export function apiKeySearch({ create }: Readonly<Record<string, unknown>>): { create?: string | undefined } {
  return { create: typeof create === 'string' && create.length <= 1000 ? create : undefined };
}
