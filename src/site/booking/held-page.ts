import type { Context as KoaContext } from 'koa';
import { requireSigned } from '#src/access/booking-link.ts';
import { domainErrorOf } from '#src/domain/errors.ts';
import { bookingPath } from '#src/domain/events/booking-addresses.ts';
import { html } from '#src/lib/html.ts';
import { getHeldBooking, type HeldBooking } from '#src/services/event-calls/confirm-booking.ts';
import { confirmOnce, type Outcome, outcomeOf } from './book-once.ts';
import { bookingView } from './booking-view.ts';
import { refusedTimeText } from './closed-time.ts';
import type { BookingPagesContext } from './context.ts';
import { noIndex, sendBookingDocument, sendMessage } from './document.ts';
import { confirmPage } from './held-view.ts';
import { type Problems, problemsOf } from './messages.ts';
import { type Params, paramsOf, queryOf } from './params.ts';
import { happened, openExternalPage, seeOther } from './redirect.ts';
import { type Visitor, visitorOf } from './visitor.ts';

/** The link comes from an e-mail, so nothing may frame this page. */
const embedding = { origins: [], origin: undefined };

/** The page of a held booking, which its e-mail links to. Opening it changes nothing; its button books. */
export class HeldPage {
  readonly #context: BookingPagesContext;

  constructor(context: BookingPagesContext) {
    this.#context = context;
  }

  async show(koa: KoaContext, token: string): Promise<void> {
    const held = await this.#read(koa, token);
    const params = paramsOf(queryOf(koa));
    if (held.result !== undefined) return this.#follow(koa, { held, params }, outcomeOf(this.#context, held.result));
    await this.#showHeld(koa, { held, params });
  }

  async submit(koa: KoaContext, token: string, form: URLSearchParams): Promise<void> {
    const params = paramsOf(form);
    if (form.get('do') !== 'confirm') return this.show(koa, token);
    const held = await this.#read(koa, token);
    const { inviteeLimits, addressOf } = this.#context;
    // Counts as a form of the event.
    const about = { address: addressOf(koa), event: held.event?.linkPrefix ?? token };
    const { show } = await inviteeLimits.run(
      'write',
      about,
      () => this.#confirm(koa, token, { held, params }),
      ({ isBooked }) => isBooked,
    );
    await show();
  }

  #read(koa: KoaContext, token: string): Promise<HeldBooking> {
    const { inviteeLimits, addressOf } = this.#context;
    const about = { address: addressOf(koa), event: token };
    requireSigned(this.#context, this.#context.bookingTokens.readHold(token), about.address);
    return inviteeLimits.run('read', about, () => getHeldBooking(this.#context, token));
  }

  /** Books the held booking, at the newly chosen time if there is one. */
  async #confirm(koa: KoaContext, token: string, seen: Seen): Promise<Confirmed> {
    const { held, params } = seen;
    const not = (show: () => Promise<void>) => ({ isBooked: false, show });
    if (held.result !== undefined) {
      return not(() => this.#follow(koa, seen, outcomeOf(this.#context, held.result)));
    }
    if (!held.hold || !held.event) return not(() => this.#showHeld(koa, seen));
    const { dateTime } = params;
    const chosen = dateTime === undefined ? {} : { dateTime: new Date(dateTime).toISOString() };
    const input = { ...held.hold.input, ...chosen };
    try {
      const outcome = await confirmOnce(this.#context, held.reference, input);
      return { isBooked: 'token' in outcome, show: () => this.#follow(koa, seen, outcome) };
    } catch (error) {
      const known = domainErrorOf(error);
      // The booking was erased or its event was closed meanwhile.
      if (known?.code === 'NOT_FOUND' || known?.code === 'EVENT_NOT_FOUND') return not(() => this.show(koa, token));
      if (!known?.details) throw error;
      const { texts } = this.#visitorOf(koa, seen);
      const isLimit = known.details.errors.some(({ code }) => code === 'limit_reached');
      const { workspaceId, id: eventId } = held.event;
      const time = { workspaceId, eventId, dateTime: Date.parse(input.dateTime) };
      const closedTime = await refusedTimeText(this.#context, known, time, texts);
      const problems = problemsOf(known, undefined, { texts, closedTime });
      return not(() => this.#showHeld(koa, seen, isLimit ? { ...problems, whole: texts.limitReached } : problems));
    }
  }

  /** Continues with the result of the booking, as the form does. */
  async #follow(koa: KoaContext, { held, params }: Seen, outcome: Outcome): Promise<void> {
    const visitor = this.#visitorOf(koa, { held, params });
    if ('disqualified' in outcome) {
      const { url, message } = outcome.disqualified;
      const { thanks, disqualified } = visitor.texts;
      if (url !== null) return openExternalPage(koa, url, { visitor, embedding, title: thanks });
      return sendMessage(koa, visitor, {
        status: 200,
        title: thanks,
        text: message === null ? disqualified : html`<bdi>${message}</bdi>`,
      });
    }
    // A confirmed booking is never held again.
    if ('confirmation' in outcome) throw new Error('A confirmed booking was held again.');
    const { redirectUrl, token } = outcome;
    const page = { visitor, embedding, title: visitor.texts.booked };
    if (redirectUrl !== null) return openExternalPage(koa, redirectUrl, page);
    await seeOther(koa, `../${token}?${happened('booked', embedding)}`, page);
  }

  async #showHeld(koa: KoaContext, { held, params }: Seen, problems?: Problems): Promise<void> {
    const { hold, event } = held;
    const visitor = this.#visitorOf(koa, { held, params });
    const { texts } = visitor;
    if (!event) return sendMessage(koa, visitor, { status: 404, ...texts.notFound });
    if (!hold) {
      const { title, text } = texts.confirmation.expired;
      const content = html`<div class="message"><h1>${title}</h1><p>${text}</p>
<p class="buttons"><a class="button" href="../..${bookingPath(event.linkPrefix)}">${texts.bookAgain}</a></p></div>`;
      return sendBookingDocument(koa, { status: 410, title, content, visitor, meta: noIndex });
    }
    const view = bookingView(event, {
      params: { ...params, timeZone: hold.input.timeZone },
      visitor,
      now: this.#context.clock.now().getTime(),
    });
    await sendBookingDocument(koa, {
      status: problems?.status ?? 200,
      title: `${texts.confirmation.title} – ${event.name}`,
      content: confirmPage(view, { ...hold, problems }),
      visitor,
      meta: noIndex,
    });
  }

  /** Uses the language in which the form was filled in, unless the URL names another. */
  #visitorOf(koa: KoaContext, { held, params }: Seen): Visitor {
    return visitorOf(koa, { ...params, lang: params.lang ?? held.hold?.input.language ?? null }, held.event?.brand);
  }
}

/** The result of the button, with its page. */
interface Confirmed {
  /** True if it counts towards the event's limit. */
  readonly isBooked: boolean;
  readonly show: () => Promise<void>;
}

interface Seen {
  readonly held: HeldBooking;
  readonly params: Params;
}
