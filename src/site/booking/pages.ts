import type { Context as KoaContext } from 'koa';
import { type DomainError, domainErrorOf, retryHeaders } from '#src/domain/errors.ts';
import type { Route } from '#src/http/routes.ts';
import { html } from '#src/lib/html.ts';
import { isOutage } from '#src/lib/network/outage.ts';
import { readForm } from '../look/read-form.ts';
import { BookingPage } from './booking-page.ts';
import type { BookingPagesContext } from './context.ts';
import { sendMessage } from './document.ts';
import { HeldPage } from './held-page.ts';
import { OwnPage } from './own-page.ts';
import { hidden, paramsOf, queryOf } from './params.ts';
import { showPublicPage } from './public-page.ts';
import type { Texts } from './texts/texts.ts';
import { visitorOf } from './visitor.ts';

const usernames = /^[a-z0-9-]{1,64}$/;
const linkPrefixes = /^[a-z0-9-]{1,64}\/[a-z0-9-]{1,255}$/;
/** Tokens are signed text in base64url with dots. */
const tokens = /^[\w.-]{1,200}$/;

interface Page {
  show(koa: KoaContext, id: string): Promise<void>;
  submit?(koa: KoaContext, id: string, form: URLSearchParams): Promise<void>;
}

/** The invitee pages. They need neither a cookie nor a script. */
export function bookingPages(context: BookingPagesContext): Route[] {
  const ownPage = new OwnPage(context);
  return [
    route('/e/{username}', usernames, { show: (koa, username) => showPublicPage(context, koa, username) }),
    route('/e/{username}/{event}', linkPrefixes, new BookingPage(context)),
    route('/b/confirm/{token}', tokens, new HeldPage(context)),
    route('/b/{token}.ics', tokens, { show: (koa, token) => ownPage.calendar(koa, token) }),
    route('/b/{token}', tokens, ownPage),
  ];

  function route(path: string, ids: RegExp, page: Page): Route {
    return {
      path,
      async endpoint(koa, next, ...steps) {
        const id = steps.join('/');
        if (!ids.test(id)) return next();
        let form: URLSearchParams | undefined;
        try {
          if (koa.method === 'POST') {
            context.arrivalLimits.count('form', context.addressOf(koa));
            form = await readForm(koa);
          }
          await answer(koa, () => (form && page.submit ? page.submit(koa, id, form) : page.show(koa, id)));
        } catch (error) {
          await refuse(koa, error, { form, context });
        }
      },
    };
  }
}

const methods = ['GET', 'HEAD', 'POST'];

async function answer(koa: KoaContext, show: () => Promise<void>): Promise<void> {
  if (methods.includes(koa.method)) return show();
  koa.set('Allow', methods.join(', '));
  const visitor = visitorOf(koa, paramsOf(queryOf(koa)));
  await sendMessage(koa, visitor, { status: 405, title: visitor.texts.methodNotAllowed, text: '' });
}

/** Sends an error in the visitor's language that reveals nothing about the workspace. The form can be submitted again. */
async function refuse(
  koa: KoaContext,
  error: unknown,
  { form, context }: { readonly form: URLSearchParams | undefined; readonly context: BookingPagesContext },
): Promise<void> {
  const known = domainErrorOf(error);
  if (!known || isOutage(error)) context.onError(error, koa);
  const params = paramsOf(form ?? queryOf(koa));
  const visitor = visitorOf(koa, params);
  const { texts } = visitor;
  const isEvent = koa.path.startsWith('/e/');
  const { status, title, text } = refusalOf(known, texts, { isEvent, isForm: form !== undefined && form.size > 0 });
  if (known?.rate) koa.set('Retry-After', String(known.rate.retryAfterSeconds));
  else if (known?.code === 'UNAVAILABLE') koa.set(retryHeaders);
  const again =
    form && form.size > 0 && (isEvent || status !== 404)
      ? html`<form method="post" action="?">${sentAgain(form)}<span class="buttons"><button class="button">${texts.tryAgain}</button></span></form>`
      : '';
  await sendMessage(koa, visitor, { status, title, text: html`${text}${again}` });
}

interface Refusal {
  readonly status: number;
  readonly title: string;
  readonly text: string;
}

function refusalOf(
  known: DomainError | undefined,
  texts: Texts,
  { isEvent, isForm }: { readonly isEvent: boolean; readonly isForm: boolean },
): Refusal {
  if (known?.status === 404) {
    const notFound = isEvent ? texts.notFound : texts.endedLink;
    return { status: 404, title: notFound.title, text: isEvent && isForm ? texts.closedNow : notFound.text };
  }
  if (known?.rate) return { status: 429, title: texts.tooMany(known.rate.retryAfterSeconds), text: '' };
  if (known?.code === 'PAYLOAD_TOO_LARGE') return { status: 413, title: texts.tooLong.title, text: texts.tooLong.text };
  if (known?.code === 'UNAVAILABLE') return { status: 503, title: texts.busy, text: '' };
  return { status: known?.status ?? 500, title: texts.failed, text: '' };
}

function sentAgain(form: URLSearchParams) {
  return [...form].slice(0, 200).map(([name, value]) => hidden(name, value));
}
