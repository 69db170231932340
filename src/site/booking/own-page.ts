import type { Context as KoaContext } from 'koa';
import type { z } from 'zod';
import { requireSigned } from '#src/access/booking-link.ts';
import { type DomainError, domainErrorOf, invalidInput } from '#src/domain/errors.ts';
import { callCalendar, callUid } from '#src/domain/event-calls/call-calendar.ts';
import { isLinkLimit } from '#src/domain/event-calls/link-changes.ts';
import { cancelPublicBookingInput, reschedulePublicBookingInput } from '#src/domain/event-calls/public-booking.ts';
import { problemsOf as issuesOf } from '#src/domain/zod-issues.ts';
import { securityHeaders } from '#src/lib/network/headers.ts';
import {
  cancelPublicBooking,
  getInviteeCall,
  reschedulePublicBooking,
} from '#src/services/event-calls/invitee-bookings.ts';
import { getOpenMonth } from '#src/services/slots/booking-months.ts';
import { dateIn } from './chooser.ts';
import { closedTimeText, refusedTimeText } from './closed-time.ts';
import type { BookingPagesContext } from './context.ts';
import { noIndex, sendBookingDocument } from './document.ts';
import { Formats } from './formats.ts';
import { type Problems, problemsOf } from './messages.ts';
import { cancelPage, confirmMovePage, movePage, type OwnView, ownPage, titleOf } from './own-view.ts';
import { embeddingOf, type Params, paramsOf, queryOf } from './params.ts';
import { happened, seeOther } from './redirect.ts';
import type { Texts } from './texts/texts.ts';
import { visitorOf, zoneOf } from './visitor.ts';

/** The page of a booking, for everyone who has its link: shows, moves and cancels it. */
export class OwnPage {
  readonly #context: BookingPagesContext;

  constructor(context: BookingPagesContext) {
    this.#context = context;
  }

  async show(koa: KoaContext, token: string): Promise<void> {
    const view = await this.#read(koa, token, paramsOf(queryOf(koa)));
    const { params, found } = view;
    const isOpen = found.call.status !== 'CANCELLED' && !found.hasBegun;
    if (isOpen && params.all.has('move')) return this.#showMove(koa, view);
    if (isOpen && params.all.has('cancel')) return this.#send(koa, view, { status: 200, content: cancelPage(view) });
    await this.#send(koa, view, { status: 200, content: ownPage(view, undefined) });
  }

  async submit(koa: KoaContext, token: string, form: URLSearchParams): Promise<void> {
    const params = paramsOf(form);
    const isMove = form.get('do') === 'move';
    if (!isMove && form.get('do') !== 'cancel') return this.show(koa, token);
    const { inviteeLimits, addressOf } = this.#context;
    requireSigned(this.#context, this.#context.bookingTokens.read(token), addressOf(koa));
    const about = { address: addressOf(koa), event: token };
    try {
      const perform = () => (isMove ? this.#move(token, params) : this.#cancel(token, params));
      await inviteeLimits.run('write', about, perform);
      const view = await this.#view(koa, token, params);
      await this.#leadOn(koa, view, isMove ? 'rescheduled' : 'cancelled');
    } catch (error) {
      await this.#refuse(koa, { token, params, isMove, error });
    }
  }

  /** The call as a calendar file. */
  async calendar(koa: KoaContext, token: string): Promise<void> {
    const { found, address, visitor } = await this.#read(koa, token, paramsOf(queryOf(koa)));
    const { call } = found;
    const guests = call.guests.length === 0 ? [] : [`${visitor.texts.guests}: ${call.guests.join(', ')}`];
    koa.set({
      ...securityHeaders.file,
      'Cache-Control': 'no-store',
      'Content-Disposition': 'attachment; filename="call.ics"',
    });
    koa.set('Content-Type', 'text/calendar; charset=utf-8');
    koa.body = callCalendar({
      method: 'PUBLISH',
      uid: callUid(call.previewId, this.#context.baseUrl),
      sequence: found.sequence,
      isCancelled: call.status === 'CANCELLED',
      stamp: this.#context.clock.now(),
      name: call.name,
      // A published entry has no attendees (RFC 5546, 3.2.1).
      description: [...guests, address],
      dateTime: call.dateTime,
      endTime: call.endTime,
      location: call.locationLink,
      url: address,
      attendees: [],
      organizer: { name: `${call.closer.firstName} ${call.closer.lastName}`, email: call.closer.email },
    });
  }

  async #read(koa: KoaContext, token: string, params: Params): Promise<OwnView> {
    const { inviteeLimits, addressOf } = this.#context;
    const address = addressOf(koa);
    requireSigned(this.#context, this.#context.bookingTokens.read(token), address);
    return inviteeLimits.run('read', { address, event: token }, () => this.#view(koa, token, params));
  }

  async #view(koa: KoaContext, token: string, params: Params): Promise<OwnView> {
    const found = await getInviteeCall(this.#context, token);
    const visitor = visitorOf(koa, { ...params, lang: params.lang ?? found.language }, found.brand);
    const { timeZone, isUnknown } = zoneOf(params.timeZone ?? found.call.timeZone, visitor, found.hostTimeZone);
    return {
      found,
      params,
      visitor,
      token,
      isZoneUnknown: isUnknown,
      formats: new Formats(visitor.locale, timeZone),
      now: this.#context.clock.now().getTime(),
      address: `${this.#context.appUrl}/b/${token}`,
    };
  }

  async #showMove(koa: KoaContext, view: OwnView, problems?: Problems): Promise<void> {
    const { found, params, visitor, formats } = view;
    const { texts } = visitor;
    if (!found.isLive) return this.#send(koa, view, { status: 409, content: ownPage(view, texts.closed) });
    const ofCall = { ...moveOf(found), timeZone: formats.timeZone };
    const { dateTime } = params;
    const date = dateTime === undefined ? params.date : dateIn(formats.timeZone, dateTime);
    const open = await getOpenMonth(this.#context, { ...ofCall, month: date ? undefined : params.month, date });
    if (dateTime !== undefined && !problems && open.starts.includes(dateTime)) {
      return this.#send(koa, view, { status: 200, content: confirmMovePage(view, dateTime) });
    }
    const closed = async () =>
      dateTime === undefined ? undefined : closedTimeText(this.#context, { ...moveOf(found), dateTime }, texts);
    const shown = { ...view, params: { ...params, date } };
    const content = movePage(shown, open, problems?.whole ?? (await closed()));
    await this.#send(koa, view, { status: problems?.status ?? 200, content });
  }

  async #move(token: string, { all }: Params): Promise<void> {
    const reason = all.get('rescheduleReason')?.trim();
    const values = { token, dateTime: all.get('dateTime') ?? '', timeZone: all.get('timeZone') ?? undefined };
    const input = parsed(reschedulePublicBookingInput, { ...values, rescheduleReason: reason || undefined });
    await reschedulePublicBooking(this.#context, input);
  }

  async #cancel(token: string, { all }: Params): Promise<void> {
    const reason = all.get('cancelReason')?.trim();
    const input = parsed(cancelPublicBookingInput, { token, cancelReason: reason || undefined });
    await cancelPublicBooking(this.#context, input);
  }

  /** Shows the page with the reason of the refusal. If the same form has already made the change, shows the result. */
  async #refuse(
    koa: KoaContext,
    { token, params, isMove, error }: { token: string; params: Params; isMove: boolean; error: unknown },
  ): Promise<void> {
    const known = domainErrorOf(error);
    if (!known || known.code === 'NOT_FOUND') throw error;
    // Beyond the limit of changes, the limit of reads still applies.
    const view = known.rate ? await this.#read(koa, token, params) : await this.#view(koa, token, params);
    const { found, visitor } = view;
    if (isMove && params.dateTime === Date.parse(found.call.dateTime)) {
      return this.#leadOn(koa, view, 'rescheduled');
    }
    const limit = isMove ? linkLimitText(known, view) : undefined;
    if (limit !== undefined) {
      if (known.rate) koa.set('Retry-After', String(known.rate.retryAfterSeconds));
      return this.#send(koa, view, { status: known.status, content: ownPage(view, limit) });
    }
    if (known.rate) throw error;
    const reason = reasonProblem(known, visitor.texts);
    const isOpen = found.call.status !== 'CANCELLED' && !found.hasBegun;
    if (isOpen && reason !== undefined) {
      const start = params.dateTime ?? Date.parse(found.call.dateTime);
      const content = isMove ? confirmMovePage(view, start, reason) : cancelPage(view, reason);
      return this.#send(koa, view, { status: known.status, content });
    }
    const { texts } = visitor;
    const time = { ...moveOf(found), dateTime: params.dateTime };
    const closedTime = isMove ? await refusedTimeText(this.#context, known, time, texts) : undefined;
    const problems = problemsOf(known, undefined, { texts, closedTime });
    if (isMove && isOpen) return this.#showMove(koa, view, problems);
    await this.#send(koa, view, {
      status: problems.status,
      content: ownPage(view, isOpen ? problems.whole : undefined),
    });
  }

  async #send(
    koa: KoaContext,
    view: OwnView,
    page: Pick<Parameters<typeof sendBookingDocument>[1], 'status' | 'content'>,
  ): Promise<void> {
    const title = `${titleOf(view)} – ${view.found.call.name}`;
    const embedding = embeddingOf(view.params, view.found.embedOrigins);
    await sendBookingDocument(koa, { ...page, title, visitor: view.visitor, meta: noIndex, embedding });
  }

  async #leadOn(koa: KoaContext, view: OwnView, event: Parameters<typeof happened>[0]): Promise<void> {
    const embedding = embeddingOf(view.params, view.found.embedOrigins);
    await seeOther(koa, `${view.token}?${happened(event, embedding)}`, {
      visitor: view.visitor,
      embedding,
      title: view.found.call.name,
    });
  }
}

/** The call that is being moved, with its event. */
function moveOf({ workspaceId, call: { id, eventId, dateTime } }: OwnView['found']) {
  return { workspaceId, eventId, moved: { callId: id, dateTime: Date.parse(dateTime) } };
}

function parsed<Input extends z.ZodType>(input: Input, values: object): z.output<Input> {
  const result = input.safeParse(values);
  if (!result.success) throw invalidInput(issuesOf(result.error.issues));
  return result.data;
}

/** The problem of the entered reason, if any. */
function reasonProblem({ details }: DomainError, texts: Texts): string | undefined {
  const error = details?.errors.find(({ path }) => path === 'rescheduleReason' || path === 'cancelReason');
  return error && (texts.errors[error.code] ?? texts.errors.invalid);
}

/** The message that the link has reached its limit of moves, if that is the error. */
function linkLimitText({ rate, details }: DomainError, { visitor: { texts }, formats }: OwnView): string | undefined {
  if (rate) return isLinkLimit(rate) ? texts.movedOften(formats.time(rate.resetAt)) : undefined;
  return details?.errors.some(({ path, code }) => path === 'token' && code === 'limit_reached')
    ? texts.movesUsedUp
    : undefined;
}
