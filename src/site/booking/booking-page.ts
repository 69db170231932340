import type { Context as KoaContext } from 'koa';
import { domainErrorOf } from '#src/domain/errors.ts';
import type { CreatePublicBookingInput } from '#src/domain/event-calls/public-booking.ts';
import type { Disqualified } from '#src/domain/events/disqualification.ts';
import { html } from '#src/lib/html.ts';
import { randomBase62 } from '#src/lib/secrets/crypto.ts';
import { storeLead } from '#src/services/contacts/leads.ts';
import { eventNotFound } from '#src/services/scheduling.ts';
import { answersOf } from './answers.ts';
import { bookOnce } from './book-once.ts';
import { type BookingView, chooserPage, detailsPage } from './booking-view.ts';
import { checkForm } from './check-form.ts';
import { dateIn } from './chooser.ts';
import { closedTimeText, refusedTimeText } from './closed-time.ts';
import type { BookingPagesContext } from './context.ts';
import { noIndex, sendBookingDocument, sendMessage } from './document.ts';
import { plusKindsOf } from './fields.ts';
import { isForeignFrame, sendForeignFrame } from './foreign-frame.ts';
import { awaitsConfirmationPage } from './held-view.ts';
import { type Problems, problemsOf } from './messages.ts';
import {
  addReferrer,
  embeddingOf,
  formKeyOf,
  type KindOf,
  ownFormNames,
  type Params,
  paramsOf,
  queryOf,
} from './params.ts';
import { phonesOf } from './phones.ts';
import { atPreviewedStep, isOpen, openTimes, previewEnd, readView } from './read-view.ts';
import { happened, openExternalPage, seeOther, showWayOut } from './redirect.ts';
import { sharedAs } from './sharing/link-preview.ts';

/** The page of an event: days and times, the form, and the booking. */
export class BookingPage {
  readonly #context: BookingPagesContext;

  constructor(context: BookingPagesContext) {
    this.#context = context;
  }

  /** Shows what the URL requests. */
  async show(koa: KoaContext, linkPrefix: string): Promise<void> {
    const view = await this.#read(koa, linkPrefix, this.#linkedParams(koa));
    const ownOrigin = this.#context.appUrl;
    if (isForeignFrame(koa, view.params, { origins: view.event.embedOrigins, ownOrigin })) {
      return sendForeignFrame(koa, linkPrefix, view);
    }
    // The types of custom fields are known only after the event was read.
    const linked = { ...view, params: this.#linkedParams(koa, plusKindsOf(view.fields)) };
    await this.#showStep(koa, await atPreviewedStep(this.#context, linked), false);
  }

  /** Handles a submitted form: books, or shows another step with the entered values. */
  async submit(koa: KoaContext, linkPrefix: string, form: URLSearchParams): Promise<void> {
    const params = paramsOf(form);
    const step = form.getAll('show').at(-1);
    if (step !== undefined) return this.#showTyped(koa, await this.#read(koa, linkPrefix, params), step);
    if (previewEnd(this.#context, linkPrefix, params) !== undefined) return this.#previewNext(koa, linkPrefix, params);
    const { inviteeLimits, addressOf } = this.#context;
    // Leads are counted separately, as in the API, so that they do not use up the bookings of others.
    const event = params.dateTime === undefined ? `apart ${linkPrefix}` : linkPrefix;
    const { show } = await inviteeLimits.run(
      'write',
      { address: addressOf(koa), event },
      () => this.#perform(koa, linkPrefix, params),
      ({ isDone }) => isDone,
    );
    await show();
  }

  /** Books or stores the lead; shows problems at their fields. */
  async #perform(koa: KoaContext, linkPrefix: string, params: Params): Promise<Performed> {
    const view = await readView(this.#context, koa, { linkPrefix, params });
    const { texts, locale } = view.visitor;
    const phones = phonesOf(view);
    const answers = answersOf(view.fields, params.all, { timeZone: view.formats.timeZone, locale, phones });
    const again = (problems: Problems) => ({ isDone: false, show: () => this.#showForm(koa, view, problems) });
    const checked = checkForm(view, answers);
    if ('problems' in checked) return again(checked.problems);
    // A number that was typed without its country code must be shown with it before the visitor books with it.
    if ([...phones.values()].some(({ awaitsCheck }) => awaitsCheck))
      return again({ status: 200, messages: {}, whole: undefined });
    try {
      if (params.dateTime !== undefined) return await this.#book(koa, view, checked.input);
      if (isFormFirst(view)) return await this.#storeLead(koa, view, checked.input);
    } catch (error) {
      const known = domainErrorOf(error);
      // If the event was closed meanwhile, the caller shows a page for that.
      if (!known || known.code === 'EVENT_NOT_FOUND') throw error;
      if (known.rate) koa.set('Retry-After', String(known.rate.retryAfterSeconds));
      const time = { workspaceId: view.event.workspaceId, eventId: view.event.id, dateTime: params.dateTime };
      const closedTime = await refusedTimeText(this.#context, known, time, texts);
      return again(problemsOf(known, answers, { texts, formats: view.formats, closedTime }));
    }
    const show = () => this.#showTimes(koa, view, { keepsTyped: true, message: texts.chooseTime });
    return { isDone: false, show };
  }

  #linkedParams(koa: KoaContext, kindOf?: KindOf): Params {
    const query = queryOf(koa, kindOf);
    // Only our own forms may contain these: otherwise the author of a link would know the booking's key.
    for (const name of ownFormNames) query.delete(name);
    addReferrer(koa, query, [this.#context.appUrl, this.#context.baseUrl]);
    return paramsOf(query);
  }

  async #read(koa: KoaContext, linkPrefix: string, params: Params): Promise<BookingView> {
    const { inviteeLimits, addressOf } = this.#context;
    const about = { address: addressOf(koa), event: linkPrefix };
    return inviteeLimits.run('read', about, () => readView(this.#context, koa, { linkPrefix, params }));
  }

  /** Continues a preview, which books nothing: not even if the event has been published meanwhile. */
  async #previewNext(koa: KoaContext, linkPrefix: string, params: Params): Promise<void> {
    const view = await this.#read(koa, linkPrefix, params);
    if (params.dateTime !== undefined || !isFormFirst(view)) throw eventNotFound({ linkPrefix });
    await this.#showTimes(koa, afterForm(view), { keepsTyped: true });
  }

  /** Shows the step that a button requests. `times` goes back from a chosen time to its day. */
  async #showTyped(koa: KoaContext, view: BookingView, step: string): Promise<void> {
    const { params, formats } = view;
    if (step !== 'times') return this.#showStep(koa, view, true);
    const date = params.dateTime === undefined ? params.date : dateIn(formats.timeZone, params.dateTime);
    await this.#showTimes(koa, { ...view, params: { ...params, date } }, { keepsTyped: true });
  }

  async #showStep(koa: KoaContext, view: BookingView, keepsTyped: boolean): Promise<void> {
    const { dateTime } = view.params;
    if (dateTime === undefined && isFormFirst(view)) return this.#showForm(koa, view);
    if (dateTime === undefined) return this.#showTimes(koa, view, { keepsTyped });
    if (await isOpen(this.#context, view, dateTime)) return this.#showForm(koa, view);
    const { event, visitor } = view;
    const date = dateIn(view.formats.timeZone, dateTime);
    const time = { workspaceId: event.workspaceId, eventId: event.id, dateTime };
    const message = await closedTimeText(this.#context, time, visitor.texts);
    await this.#showTimes(koa, { ...view, params: { ...view.params, date } }, { keepsTyped, message });
  }

  async #showTimes(
    koa: KoaContext,
    view: BookingView,
    { keepsTyped, message }: { readonly keepsTyped: boolean; readonly message?: string },
  ): Promise<void> {
    const { month, date } = view.params;
    const open = await openTimes(this.#context, view, { month: date === undefined ? month : undefined, date });
    const content = chooserPage(view, { open, keepsTyped, message });
    await this.#send(koa, view, { status: 200, content, isPublic: !keepsTyped });
  }

  async #showForm(koa: KoaContext, view: BookingView, problems?: Problems): Promise<void> {
    const { params } = view;
    const start = problems?.nextStarts ? undefined : params.dateTime;
    const key = formKeyOf(params) ?? randomBase62(22);
    const content = detailsPage(view, { start, problems, key });
    await this.#send(koa, view, { status: problems?.status ?? 200, content, isPublic: false });
  }

  async #send(
    koa: KoaContext,
    { event, visitor, params, isPreview }: BookingView,
    page: Pick<Parameters<typeof sendBookingDocument>[1], 'status' | 'content' | 'isPublic'>,
  ): Promise<void> {
    const title = `${event.name} – ${event.hostName ?? event.brand.workspaceName}`;
    await sendBookingDocument(koa, {
      ...page,
      title,
      visitor,
      meta: isPreview ? noIndex : sharedAs(this.#context.appUrl, event, visitor),
      embedding: embeddingOf(params, isPreview ? [] : event.embedOrigins),
      // Only a page without answers has them all in its URL.
      ...(page.isPublic && { query: params.all }),
    });
  }

  async #book(koa: KoaContext, view: BookingView, input: CreatePublicBookingInput): Promise<Performed> {
    const { event, params, visitor } = view;
    const { workspaceId } = event;
    const limit = this.#context.inviteeLimits.ofNetwork(this.#context.addressOf(koa), this.#context);
    const outcome = await bookOnce(this.#context, { workspaceId, input, key: formKeyOf(params), limit });
    if ('disqualified' in outcome) {
      return { isDone: false, show: () => this.#dismiss(koa, view, outcome.disqualified) };
    }
    if ('confirmation' in outcome) {
      const content = awaitsConfirmationPage(view, { input, ...outcome.confirmation });
      return { isDone: false, show: () => this.#send(koa, view, { status: 200, content, isPublic: false }) };
    }
    const { redirectUrl, token, callId } = outcome;
    const embedding = embeddingOf(params, event.embedOrigins);
    const page = { visitor, embedding, title: visitor.texts.booked };
    const show = () => {
      if (redirectUrl === null) return seeOther(koa, `../../b/${token}?${happened('booked', embedding)}`, page);
      if (embedding.origin === undefined) return openExternalPage(koa, redirectUrl, page);
      return showWayOut(koa, { href: redirectUrl, booked: { callId, dateTime: input.dateTime } }, page);
    };
    return { isDone: true, show };
  }

  /** Stores a lead who submitted the form before choosing a time, and continues to the times. */
  async #storeLead(
    koa: KoaContext,
    view: BookingView,
    { dateTime: _, language: _language, ...input }: CreatePublicBookingInput,
  ): Promise<Performed> {
    const { disqualified } = await storeLead(this.#context, input);
    if (disqualified) return { isDone: false, show: () => this.#dismiss(koa, view, disqualified) };
    return { isDone: true, show: () => this.#showTimes(koa, afterForm(view), { keepsTyped: true }) };
  }

  /** Tells a lead that no call is booked, without revealing the rule. */
  async #dismiss(
    koa: KoaContext,
    { event, params, visitor }: BookingView,
    { url, message }: Disqualified,
  ): Promise<void> {
    const embedding = embeddingOf(params, event.embedOrigins);
    const { thanks, disqualified } = visitor.texts;
    const page = { visitor, embedding, title: thanks };
    if (url !== null && embedding.origin !== undefined) return showWayOut(koa, { href: url }, page);
    if (url !== null) return openExternalPage(koa, url, page);
    await sendMessage(koa, visitor, {
      status: 200,
      title: thanks,
      text: message === null ? disqualified : html`<bdi>${message}</bdi>`,
      embedding,
    });
  }
}

/** The result of a form, with its page. */
interface Performed {
  /** True if it counts towards the event's limit: otherwise forms of leads would block bookings by others. */
  readonly isDone: boolean;
  readonly show: () => Promise<void>;
}

/** True if the form must be submitted before times are shown. */
function isFormFirst({ event, params }: BookingView): boolean {
  return event.bookingFlow === 'FORM_FIRST' && !params.all.has('isLead');
}

/** The view once the form that comes first was submitted. */
function afterForm(view: BookingView): BookingView {
  const all = new URLSearchParams(view.params.all);
  all.set('isLead', '1');
  return { ...view, params: { ...view.params, all } };
}
