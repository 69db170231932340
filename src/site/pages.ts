import type { Route } from '#src/http/routes.ts';
import { callbackPath } from '#src/services/calendars/gateway.ts';
import { weeklyMailOffPath } from '#src/services/weekly-mails/switch.ts';
import { accountPages } from './accounts/pages.ts';
import { bookingScripts } from './booking/script.ts';
import { calendarCallback } from './calendars/callback.ts';
import { googlePush, microsoftPush } from './calendars/push.ts';
import { consentEndpoint } from './consent/consent.ts';
import type { PagesContext, PagesOptions } from './context.ts';
import { documentation } from './docs/documentation.ts';
import { graphiqlFiles } from './graphiql/files.ts';
import { pageEndpoint } from './look/endpoint.ts';
import { FormTokens } from './look/form-tokens.ts';
import { weeklyMailOffEndpoint } from './weekly-mails/off.ts';

interface SitePagesOptions extends PagesOptions {
  /** Creates the OpenAPI document of `/v1`. */
  readonly openApi: () => Readonly<Record<string, unknown>>;
}

/** The pages for people who are not signed in, and the documentation, with one line per folder. */
export function sitePages({ openApi, ...options }: SitePagesOptions): Route[] {
  const { baseUrl, appUrl, secretKeys } = options;
  const context: PagesContext = { ...options, formTokens: new FormTokens(secretKeys) };
  return [
    ...documentation({ openApi, baseUrl, appUrl }),
    ...graphiqlFiles,
    ...accountPages(context),
    ...bookingScripts,
    { path: callbackPath, endpoint: calendarCallback(context) },
    { path: '/calendars/push/google', endpoint: googlePush(context) },
    { path: '/calendars/push/microsoft', endpoint: microsoftPush(context) },
    { path: weeklyMailOffPath, endpoint: pageEndpoint(weeklyMailOffEndpoint(context), context) },
    { path: '/oauth/authorize', endpoint: pageEndpoint(consentEndpoint(context), context) },
  ];
}
