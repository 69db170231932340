import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { oauthProvider } from '@better-auth/oauth-provider';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { toNodeHandler } from 'better-auth/node';
import pg from 'pg';

// better-auth's OAuth provider on the same PostgreSQL, with opaque tokens like ours.
const { PORT = '', DATABASE_URL = '', APPLICATION_NAME = '' } = process.env;
const scopes = ['contacts:read', 'offline_access'];
const clientId = 'bench';

const auth = betterAuth({
  baseURL: `http://127.0.0.1:${PORT}`,
  secret: 'a secret for the duration of a benchmark',
  database: new pg.Pool({ connectionString: DATABASE_URL, application_name: APPLICATION_NAME, max: 10 }),
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  plugins: [
    oauthProvider({
      loginPage: '/sign-in',
      consentPage: '/consent',
      scopes,
      disableJwtPlugin: true,
      silenceWarnings: { oauthAuthServerConfig: true, openidConfig: true },
    }),
  ],
});
await (await getMigrations(auth.options)).runMigrations();
const { adapter } = await auth.$context;

async function seed(count: number): Promise<string[]> {
  const now = new Date();
  const name = randomBytes(8).toString('hex');
  const user = { name, email: `${name}@example.com`, emailVerified: true, createdAt: now, updatedAt: now };
  const { id: userId } = await adapter.create<{ id: string }>({ model: 'user', data: user });
  const known = await adapter.findOne({ model: 'oauthClient', where: [{ field: 'clientId', value: clientId }] });
  if (!known) await adapter.create({ model: 'oauthClient', data: client(now) });
  return Promise.all(Array.from({ length: count }, () => refreshToken(userId, now)));
}

function client(now: Date) {
  return {
    clientId,
    name: 'Bench',
    redirectUris: ['https://app.example/callback'],
    grantTypes: ['authorization_code', 'refresh_token'],
    responseTypes: ['code'],
    tokenEndpointAuthMethod: 'none',
    public: true,
    scopes,
    createdAt: now,
    updatedAt: now,
  };
}

/** Stores a token as the plugin does: its SHA-256 in base64url. */
async function refreshToken(userId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + 30 * 86_400_000);
  const stored = createHash('sha256').update(token).digest('base64url');
  const data = { token: stored, clientId, userId, scopes, createdAt: now, expiresAt };
  await adapter.create({ model: 'oauthRefreshToken', data });
  return token;
}

const handle = toNodeHandler(auth);
createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (url.pathname === '/readyz') return response.end('{}');
  if (url.pathname !== '/seed') return handle(request, response);
  const tokens = await seed(Number(url.searchParams.get('n')));
  const path = '/api/auth/oauth2/token';
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ clientId, path, tokens }));
}).listen(Number(PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit());
process.on('SIGINT', () => {});
