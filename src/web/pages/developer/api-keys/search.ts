export interface ApiKeySearch {
  /** Opens the form for a new key, with these scopes chosen: `deals:read,contacts:read`, or none. */
  readonly create?: string | undefined;
}

export function apiKeySearch({ create }: Readonly<Record<string, unknown>>): ApiKeySearch {
  return { create: typeof create === 'string' && create.length <= 1000 ? create : undefined };
}
