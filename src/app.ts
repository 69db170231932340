import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { GraphQLSchema } from 'graphql';
import Koa, { type Context as KoaContext } from 'koa';
import { type PersistedDocuments, parsePersistedDocuments } from './graphql/persisted-documents.ts';
import { schema as ourSchema } from './graphql/schema.ts';
import { graphqlServer } from './graphql/server.ts';
import { answeredHosts } from './http/answered-hosts.ts';
import { requestLogger } from './http/api-request-log.ts';
import { type ApplicationBuild, application, entryFiles } from './http/application.ts';
import { changeStreams } from './http/change-streams.ts';
import { compression } from './http/compression.ts';
import { addressOf, requestContexts } from './http/contexts.ts';
import { cors } from './http/cors.ts';
import { graphqlEndpoint } from './http/graphql-endpoint.ts';
import { health } from './http/health.ts';
import { observed } from './http/observed.ts';
import { pageQueries } from './http/page-queries.ts';
import { pictures } from './http/pictures.ts';
import { inOrder, otherPath, type Route, Routes } from './http/routes.ts';
import { untrustedProxies } from './http/untrusted-proxies.ts';
import { isOutage } from './lib/network/outage.ts';
import { apiCors, apiOrigins } from './oauth/cors.ts';
import { namesMetadata } from './oauth/metadata.ts';
import { openOAuth } from './oauth/oauth.ts';
import { isWrongClient } from './oauth/token-endpoint.ts';
import { restFacade } from './rest/facade.ts';
import { documentedExamples, openApiDocument } from './rest/openapi/document.ts';
import { routesOf } from './rest/routes.ts';
import { sendError } from './rest/wire/error-response.ts';
import type { Runtime } from './runtime.ts';
import { bookingPages } from './site/booking/pages.ts';
import { sharingFiles } from './site/booking/sharing/sharing-files.ts';
import { calendarFeeds } from './site/calendars/feed.ts';
import { graphiqlPage } from './site/graphiql/page.ts';
import { frontPage, isSignedIn, unknownPath } from './site/home/front-pages.ts';
import { missingBuildPage } from './site/home/missing-build.ts';
import { sitePages } from './site/pages.ts';

interface AppOptions {
  /** Replaces the schema behind REST and GraphQL. */
  readonly schema?: GraphQLSchema;
  readonly persistedDocuments: PersistedDocuments;
  /** Accepted hosts besides those of the configured URLs. */
  readonly otherHosts?: readonly string[];
  /** The build of the web application, if this server serves it. */
  readonly application?: ApplicationBuild | undefined;
}

/** The output of `npm run build` and `npm run schema`. */
export async function builtFiles(): Promise<AppOptions> {
  const root = path.join(import.meta.dirname, '..');
  const persisted = await readFile(path.join(root, 'schema/persisted.json'), 'utf8');
  return {
    persistedDocuments: parsePersistedDocuments(persisted),
    application: { folder: path.join(root, 'build/web') },
  };
}

/** The server with the labels of all its paths, as metrics and logs name them. */
export type App = Koa & { readonly labels: ReadonlySet<string> };

/** Creates the whole server, with its routes mounted from top to bottom. */
export async function createApp(runtime: Runtime, options: AppOptions): Promise<App> {
  const { log, metrics, onOutage, baseUrl, appUrl, limits } = runtime;
  const { schema = ourSchema, persistedDocuments, otherHosts = [] } = options;
  const contexts = requestContexts({ ...runtime, eventExample: documentedExamples(schema) });
  // In production, error responses have no stack.
  const showsStack = runtime.nodeEnv !== 'production';
  // If others can reach the server, only the terminal shows the demo's credentials.
  const demo = runtime.isLocal ? runtime.demo : undefined;
  const onError = (error: unknown, koa?: KoaContext) => {
    if (isOutage(error)) onOutage(error);
    else log.error({ err: error, requestId: koa?.state.requestId }, 'unexpected error');
  };
  const refuse = (koa: KoaContext, error: unknown) => sendError(koa, error, { showsStack, onError });
  const site = {
    ...runtime,
    demo,
    openApi: () => openApiDocument(schema, { baseUrl, appUrl }),
    applicationFiles: async () => (options.application ? entryFiles(options.application) : []),
    addressOf: (koa: KoaContext) => addressOf(koa, runtime.trustedProxies),
    ...contexts,
    refuse,
    onError,
  };
  const server = graphqlServer({ schema, persistedDocuments, showsStack });
  const oauth = openOAuth({ ...site, clientThrottle: limits.loginThrottle('oauthClient', isWrongClient) });
  const sitePagesOptions = { ...site, consent: oauth.consent };
  const home = frontPage(sitePagesOptions);
  const mayCallApi = apiOrigins(runtime.db, appUrl, runtime.corsOrigins);
  const facade = await restFacade({ schema, ...contexts, baseUrl, showsStack, onError });
  const rest = inOrder(apiCors(mayCallApi), facade);
  const page = graphiqlPage({ baseUrl, appUrl, demo });
  const graphql = graphqlEndpoint({ server, page, ...contexts, showsStack, onError });
  const routes = new Routes([
    ...health(site),
    ...(options.application ? applicationPages(options.application) : [{ path: '/', endpoint: home }]),
    ...sitePages(sitePagesOptions),
    ...bookingPages(site),
    ...sharingFiles(site),
    ...calendarFeeds(site),
    ...pictures(site),
    ...changeStreams(site),
    ...[...oauth.endpoints].map(([path, endpoint]) => ({ path, endpoint })),
    ...[...new Set(routesOf(schema).map(({ path }) => `/v1${path}`))].map((path) => ({ path, endpoint: rest })),
    { path: '/v1', label: otherPath, endpoint: facade },
    { path: '/v1/oauth/*', label: otherPath, endpoint: facade },
    { path: '/v1/*', label: otherPath, endpoint: rest },
    { path: '/graphql', endpoint: inOrder(cors(appUrl, 'GET, POST', mayCallApi), graphql) },
  ]);

  const app = new Koa();
  app.on('error', (error: unknown, koa: KoaContext) => {
    // Koa also reports connections that the client closed before the response, which are not errors.
    if (koa.writable) onError(error, koa);
  });
  const logApiRequest = requestLogger(runtime.requestLog, runtime.clock);
  const noticeProxy = untrustedProxies(log, runtime.trustedProxies);
  const hosts = new Set([...answeredHosts(runtime), ...otherHosts]);
  app.use(observed({ log, metrics, routes, hosts, onError, logApiRequest, noticeProxy, addressOf: site.addressOf }));
  if (baseUrl.startsWith('https:') && appUrl.startsWith('https:')) app.use(strictTransport);
  app.use(compression);
  app.use(namesMetadata(runtime));
  app.use(routes.middleware);
  app.use(unknownPath({ baseUrl, appUrl }));
  return Object.assign(app, { labels: routes.labels });

  function applicationPages(build: ApplicationBuild): Route[] {
    const missing = missingBuildPage({ baseUrl, appUrl });
    const readerOf = pageQueries({ ...contexts, server, onError });
    const ownsHome = isSignedIn(appUrl);
    const { pages } = runtime;
    return application({ ...build, baseUrl, appUrl, missing, ownsHome, home, pages, readerOf });
  }
}

/** Makes browsers use https for a year after their first visit, even for http links. */
function strictTransport(koa: KoaContext, next: () => Promise<void>): Promise<void> {
  koa.set('Strict-Transport-Security', 'max-age=31536000');
  return next();
}
