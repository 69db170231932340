import type { Context as KoaContext, Middleware } from 'koa';
import { type DomainError, domainErrorOf, retryHeaders } from '#src/domain/errors.ts';
import { html } from '#src/lib/html.ts';
import { isOutage } from '#src/lib/network/outage.ts';
import { readForm } from '../look/read-form.ts';
import { BookingPage } from './booking-page.ts';
import type { BookingPagesContext } from './context.ts';
import { sendMessage } from './document.ts';
import { HeldPage } from './held-page.ts';
import { showMember } from './member-page.ts';
import { OwnPage } from './own-page.ts';
import { hidden, paramsOf, queryOf } from './params.ts';
import type { Texts } from './texts/texts.ts';
import { visitorOf } from './visitor.ts';

const memberPages = /^\/e\/([a-z0-9-]{1,64})$/;
const eventPages = /^\/e\/([a-z0-9-]{1,64}\/[a-z0-9-]{1,255})$/;
/** Tokens are signed text in base64url with points. */
const heldPages = /^\/b\/confirm\/([\w.-]{1,200})$/;
const ownPages = /^\/b\/([\w.-]{1,200}?)(\.ics)?$/;

type ShowPage = (koa: KoaContext, form: URLSearchParams | undefined) => Promise<void>;

/** The pages of invitees, by path: they need neither a cookie nor a script. */
export function bookingPages(context: BookingPagesContext): (path: string) => Middleware | undefined {
  const bookingPage = new BookingPage(context);
  const ownPage = new OwnPage(context);
  const heldPage = new HeldPage(context);

  return (path) => {
    const show = pageAt(path);
    return show && ((koa) => respond(koa, show));
  };

  async function respond(koa: KoaContext, show: ShowPage): Promise<void> {
    let form: URLSearchParams | undefined;
    try {
      if (koa.method === 'POST') {
        context.arrivalLimits.count('form', context.addressOf(koa));
        form = await readForm(koa);
      }
      await answer(koa, () => show(koa, form));
    } catch (error) {
      await refuse(koa, error, { form, context });
    }
  }

  function pageAt(path: string): ShowPage | undefined {
    const [, username] = memberPages.exec(path) ?? [];
    if (username !== undefined) return (koa) => showMember(context, koa, username);
    const [, linkPrefix] = eventPages.exec(path) ?? [];
    if (linkPrefix !== undefined) {
      return (koa, form) => (form ? bookingPage.submit(koa, linkPrefix, form) : bookingPage.show(koa, linkPrefix));
    }
    const [, held] = heldPages.exec(path) ?? [];
    if (held !== undefined) return (koa, form) => (form ? heldPage.submit(koa, held, form) : heldPage.show(koa, held));
    const [, token, file] = ownPages.exec(path) ?? [];
    if (token === undefined) return undefined;
    if (file !== undefined) return (koa) => ownPage.calendar(koa, token);
    return (koa, form) => (form ? ownPage.submit(koa, token, form) : ownPage.show(koa, token));
  }
}

const methods = ['GET', 'HEAD', 'POST'];

async function answer(koa: KoaContext, show: () => Promise<void>): Promise<void> {
  if (methods.includes(koa.method)) return show();
  koa.set('Allow', methods.join(', '));
  const visitor = visitorOf(koa, null);
  await sendMessage(koa, visitor, { status: 405, title: visitor.texts.methodNotAllowed, text: '' });
}

/** A page in the language of the visitor, which says nothing of the workspace. What was typed can be sent once more. */
async function refuse(
  koa: KoaContext,
  error: unknown,
  { form, context }: { readonly form: URLSearchParams | undefined; readonly context: BookingPagesContext },
): Promise<void> {
  const known = domainErrorOf(error);
  if (!known || isOutage(error)) context.onError(error, koa);
  const params = paramsOf(form ?? queryOf(koa));
  const visitor = visitorOf(koa, params.lang);
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
