import type { Context as KoaContext } from 'koa';
import { html } from '#src/lib/html.ts';
import { getPublicPage } from '#src/services/event-calls/public-pages.ts';
import { brandLogo, factList, hostPicture } from './brand.ts';
import type { BookingPagesContext } from './context.ts';
import { sendBookingDocument } from './document.ts';
import { Formats } from './formats.ts';
import { addReferrer, paramsOf, queryOf } from './params.ts';
import { visitorOf } from './visitor.ts';

/** Lists the bookable events of a member or of a workspace. */
export async function showPublicPage(context: BookingPagesContext, koa: KoaContext, name: string): Promise<void> {
  const linked = queryOf(koa);
  addReferrer(koa, linked, [context.appUrl, context.baseUrl]);
  const params = paramsOf(linked);
  const about = { address: context.addressOf(koa), event: name };
  const page = await context.inviteeLimits.run('read', about, () => getPublicPage(context, name));
  const visitor = visitorOf(koa, params, page.brand);
  const title = visitor.texts.eventsOf(page.name);
  const formats = new Formats(visitor.locale, 'UTC');
  const query = params.all.size === 0 ? '' : `?${params.all}`;
  const content = html`<div class="own">${brandLogo(page.brand)}${hostPicture(page.picture)}<h1>${title}</h1>
<ul class="events">
${page.events.map(
  ({
    name: event,
    linkPrefix,
    duration,
    location,
    description,
  }) => html`<li><a href="../e/${linkPrefix}${query}"><strong><bdi>${event}</bdi></strong>
${factList({ duration: formats.duration(duration), location, texts: visitor.texts })}${description !== null && description !== '' && html`<p class="soft fine" dir="auto">${description.slice(0, 300)}</p>`}</a></li>\n`,
)}</ul></div>`;
  await sendBookingDocument(koa, { status: 200, title, visitor, content, isPublic: true, query: params.all });
}
