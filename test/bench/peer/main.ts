import fastify from 'fastify';
import { availabilitiesRoute } from './availabilities.ts';
import { contactDetailRoute } from './contact-detail.ts';
import { eventCallsRoute } from './event-calls.ts';
import { configOf, pipelined, pooled } from './queries.ts';

// The server that the bench compares ours with: the busiest endpoints of `/v1`, written by hand on Fastify and pg.
const { PORT = '', DATABASE_URL = '', APPLICATION_NAME = '', PEER = 'plain' } = process.env;

const config = configOf(DATABASE_URL, APPLICATION_NAME);
const queries = PEER === 'pipelined' ? await pipelined(config, 4) : pooled(config, 10);
const app = fastify({ keepAliveTimeout: 65_000 });
app.decorateRequest('caller', null);
app.get('/readyz', {}, async () => ({ status: 'ready' }));
eventCallsRoute(app, queries);
availabilitiesRoute(app, queries);
contactDetailRoute(app, queries);
await app.listen({ host: '127.0.0.1', port: Number(PORT) });
process.on('SIGTERM', () => process.exit());
process.on('SIGINT', () => {});
