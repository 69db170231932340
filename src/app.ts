import type { GraphQLSchema } from 'graphql';
import Koa, { type Context as KoaContext } from 'koa';
import type { LoginThrottle } from './access/login-throttle.ts';
import type { DemoAccess } from './demo/demo-workspace.ts';
import type { PersistedDocuments } from './graphql/persisted-documents.ts';
import { graphqlServer } from './graphql/server.ts';
import { requestLogger } from './http/api-request-log.ts';
import { type ApplicationBuild, application, entryFiles } from './http/application.ts';
import { clientLogos } from './http/client-logos.ts';
import { compression } from './http/compression.ts';
import { addressOf, type ContextSource, requestContexts } from './http/contexts.ts';
import { cors } from './http/cors.ts';
import { documentation } from './http/documentation.ts';
import type { Drain } from './http/drain.ts';
import { frontPage, unknownPath } from './http/front-pages.ts';
import { fileEndpoints } from './http/graphiql/files.ts';
import { graphiqlPage } from './http/graphiql/page.ts';
import { graphqlEndpoint } from './http/graphql-endpoint.ts';
import { health } from './http/health.ts';
import { observed } from './http/observed.ts';
import type { Log } from './lib/log.ts';
import type { Metrics } from './lib/metrics.ts';
import { isOutage } from './lib/outage.ts';
import { apiCors } from './oauth/cors.ts';
import { namesMetadata } from './oauth/metadata.ts';
import { oauthEndpoints } from './oauth/oauth.ts';
import { accountPages } from './pages/pages.ts';
import { demoEntryForm } from './pages/session-pages.ts';
import { restFacade } from './rest/facade.ts';
import { openApiDocument } from './rest/openapi/document.ts';
import { routesOf } from './rest/routes.ts';
import { sendError } from './rest/wire/error-response.ts';
import type { RequestLog } from './services/api-requests/request-log.ts';

interface AppOptions extends ContextSource {
  readonly schema: GraphQLSchema;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly requestLog: RequestLog;
  readonly ready: () => Promise<void>;
  readonly drain: Drain;
  /** Called with each error that shows that PostgreSQL may be away. */
  readonly onOutage: (error: unknown) => void;
  /** The public address of the API. */
  readonly baseUrl: string;
  /** The secret of this installation, from which OAuth derives its keys. */
  readonly secretKey: string;
  /** Other origins whose pages may use the API with a bearer credential. */
  readonly corsOrigins: readonly string[];
  readonly oauthClientThrottle: LoginThrottle;
  readonly persistedDocuments: PersistedDocuments;
  /** The web application, where this server has it. */
  readonly application?: ApplicationBuild | undefined;
  /** The credentials of the demo workspace, where there is one and pages may show them. */
  readonly demo?: DemoAccess | undefined;
  /** In production, responses to errors have no stack. */
  readonly production: boolean;
}

/** The whole server, mounted top to bottom. */
export async function createApp(options: AppOptions): Promise<Koa> {
  const { schema, persistedDocuments, log, metrics, ready, drain, onOutage, production, baseUrl, appUrl, demo } =
    options;
  const authenticate = requestContexts(options);
  const showsStack = !production;
  const onError = (error: unknown, koa?: KoaContext) => {
    if (isOutage(error)) onOutage(error);
    else log.error({ err: error, requestId: koa?.state.requestId }, 'unexpected error');
  };
  const refuse = (koa: KoaContext, error: unknown) => sendError(koa, error, { showsStack, onError });
  const addressOfClient = (koa: KoaContext) => addressOf(koa, options.trustedProxies);
  const applicationFiles = async () => (options.application ? entryFiles(options.application) : []);
  const endpoints = new Map([
    [
      '/',
      frontPage({
        ...options,
        demo,
        applicationFiles,
        demoEntry: options.hasDemo && demo ? demoEntryForm(appUrl) : undefined,
      }),
    ] as const,
    ...health({ metrics, ready, drain, onError }),
    ...documentation({ openApi: () => openApiDocument(schema, { baseUrl, appUrl }), baseUrl, appUrl }),
    ...fileEndpoints,
    ...accountPages({
      ...options,
      applicationFiles,
      addressOf: addressOfClient,
      onError,
    }),
    ...oauthEndpoints({
      ...options,
      applicationFiles,
      clientThrottle: options.oauthClientThrottle,
      addressOf: addressOfClient,
      authenticate,
      refuse,
      onError,
    }),
  ]);
  const paths = new Set(['/graphql', ...endpoints.keys(), ...routesOf(schema).map(({ path }) => `/v1${path}`)]);

  const app = new Koa();
  app.on('error', (error: unknown, koa: KoaContext) => {
    // Koa also reports a connection that its client closed before the response: nothing is wrong here then.
    if (koa.writable) onError(error, koa);
  });
  const logApiRequest = requestLogger(options.requestLog, options.clock);
  app.use(observed({ log, metrics, paths, onError, logApiRequest, addressOf: addressOfClient }));
  app.use(compression);
  app.use(namesMetadata(options));
  app.use((koa, next) => {
    const endpoint = endpoints.get(koa.path);
    return endpoint ? endpoint(koa, next) : next();
  });
  if (options.application) app.use(application({ ...options.application, baseUrl, appUrl }));
  app.use(cors(appUrl, options.corsOrigins));
  app.use(clientLogos({ ...options, authenticate, refuse }));
  app.use(apiCors(options.db, appUrl, options.corsOrigins));
  app.use(await restFacade({ schema, authenticate, baseUrl, showsStack, onError }));
  app.use(
    graphqlEndpoint({
      server: graphqlServer({ schema, persistedDocuments, showsStack }),
      page: graphiqlPage({ baseUrl, appUrl, demo }),
      authenticate,
      showsStack,
      onError,
    }),
  );
  app.use(unknownPath({ baseUrl, appUrl }));
  return app;
}
