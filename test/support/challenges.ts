/** The `WWW-Authenticate` header of a 401 from the app of the tests. */
export function challengeOf(
  path: '/v1' | '/graphql',
  { error, scope, description }: { error?: 'invalid_token'; scope?: string; description?: string } = {},
): string {
  const parameters = [
    `resource_metadata="http://api.test/.well-known/oauth-protected-resource${path}"`,
    ...(error ? [`error="${error}"`] : []),
    ...(description ? [`error_description="${description}"`] : []),
    ...(scope ? [`scope="${scope}"`] : []),
  ];
  return `Bearer ${parameters.join(', ')}`;
}
