import { createServer } from 'node:http';
import Provider from 'oidc-provider';

// oidc-provider as it comes, with its in-memory adapter: the library that our token endpoint is built on, alone.
const { PORT = '' } = process.env;
const clientId = 'bench';
const scope = 'contacts:read';

const provider = new Provider(`http://127.0.0.1:${PORT}`, {
  clients: [
    {
      client_id: clientId,
      redirect_uris: ['https://app.example/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
      scope,
    },
  ],
  scopes: [scope],
  rotateRefreshToken: true,
  issueRefreshToken: async () => true,
  findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  ttl: { AccessToken: 3600, RefreshToken: 2_592_000, Grant: 2_592_000 },
  features: { devInteractions: { enabled: false } },
});

/** A connection of its own for each, so that no chain of refreshes meets another. */
async function refreshToken(): Promise<string> {
  const accountId = 'somebody';
  const grant = new provider.Grant({ accountId, clientId });
  grant.addOIDCScope(scope);
  const grantId = await grant.save();
  const client = await provider.Client.find(clientId);
  if (!client) throw new Error('The client is not there.');
  const token = new provider.RefreshToken({ accountId, client, grantId, scope, gty: 'authorization_code' });
  return token.save();
}

const answer = provider.callback();
createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (url.pathname === '/readyz') return response.end('{}');
  if (url.pathname !== '/seed') return answer(request, response);
  const tokens = await Promise.all(Array.from({ length: Number(url.searchParams.get('n')) }, refreshToken));
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ clientId, path: '/token', tokens }));
}).listen(Number(PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit());
process.on('SIGINT', () => {});
