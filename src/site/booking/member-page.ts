import type { Context as KoaContext } from 'koa';
import { html } from '#src/lib/html.ts';
import { getMemberEvents } from '#src/services/event-calls/invitee-bookings.ts';
import type { BookingPagesContext } from './context.ts';
import { sendBookingDocument } from './document.ts';
import { Formats } from './formats.ts';
import { paramsOf, queryOf } from './params.ts';
import { visitorOf } from './visitor.ts';

/** Lists the bookable events of a member. */
export async function showMember(context: BookingPagesContext, koa: KoaContext, username: string): Promise<void> {
  const { lang, all } = paramsOf(queryOf(koa));
  const visitor = visitorOf(koa, lang);
  const about = { address: context.addressOf(koa), event: username };
  const member = await context.inviteeLimits.run('read', about, () => getMemberEvents(context, username));
  const title = visitor.texts.eventsOf(member.name);
  const formats = new Formats(visitor.locale, 'UTC');
  const query = all.size === 0 ? '' : `?${all}`;
  const content = html`<div class="own"><h1>${title}</h1>
<ul class="events">
${member.events.map(
  ({
    name,
    linkPrefix,
    duration,
    location,
    description,
  }) => html`<li><a href="../e/${linkPrefix}${query}"><strong>${name}</strong>
<span class="fine">${formats.duration(duration)} · ${visitor.texts.locations[location]}</span>${description !== null && description !== '' && html`<p class="soft fine">${description.slice(0, 300)}</p>`}</a></li>\n`,
)}</ul></div>`;
  await sendBookingDocument(koa, { status: 200, title, visitor, content, isPublic: true, query: all });
}
