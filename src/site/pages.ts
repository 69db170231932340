import type { Middleware } from 'koa';
import { callbackPath } from '#src/services/calendars/gateway.ts';
import { accountPages } from './accounts/pages.ts';
import { scriptEndpoints } from './booking/script.ts';
import { calendarCallback } from './calendars/callback.ts';
import { googlePush, microsoftPush } from './calendars/push.ts';
import { consentEndpoint } from './consent/consent.ts';
import type { PagesContext, PagesOptions } from './context.ts';
import { documentation } from './docs/documentation.ts';
import { fileEndpoints } from './graphiql/files.ts';
import { frontPage } from './home/front-pages.ts';
import { pageEndpoint } from './look/endpoint.ts';
import { FormTokens } from './look/form-tokens.ts';

interface SitePagesOptions extends PagesOptions {
  /** Makes the OpenAPI document of `/v1`. */
  readonly openApi: () => Readonly<Record<string, unknown>>;
}

/** Every page that the server renders, by path: one line for each folder. GraphiQL alone shares its path with the API. */
export function sitePages({ openApi, ...options }: SitePagesOptions): [path: string, endpoint: Middleware][] {
  const { baseUrl, appUrl, secretKey } = options;
  const context: PagesContext = { ...options, formTokens: new FormTokens(secretKey) };
  return [
    ['/', frontPage(context)],
    ...documentation({ openApi, baseUrl, appUrl }),
    ...fileEndpoints,
    ...accountPages(context),
    ...scriptEndpoints,
    [callbackPath, calendarCallback(context)],
    ['/calendars/push/google', googlePush(context)],
    ['/calendars/push/microsoft', microsoftPush(context)],
    ['/oauth/authorize', pageEndpoint(consentEndpoint(context), context)],
  ];
}
