import { createServer } from 'node:http';
import Provider from 'oidc-provider';

// oidc-provider with its in-memory adapter: the library below our token endpoint, without our code.
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

/** Each token has a grant of its own, so that no two chains of refreshes share state. */
async function refreshToken(): Promise<string> {
  const accountId = 'bench-account';
  const grant = new provider.Grant({ accountId, clientId });
  grant.addOIDCScope(scope);
  const grantId = await grant.save();
  const client = await provider.Client.find(clientId);
  if (!client) throw new Error('The client does not exist.');
  const token = new provider.RefreshToken({ accountId, client, grantId, scope, gty: 'authorization_code' });
  return token.save();
}

const handle = provider.callback();
createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (url.pathname === '/readyz') return response.end('{}');
  if (url.pathname !== '/seed') return handle(request, response);
  const tokens = await Promise.all(Array.from({ length: Number(url.searchParams.get('n')) }, refreshToken));
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ clientId, path: '/token', tokens }));
}).listen(Number(PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit());
process.on('SIGINT', () => {});
