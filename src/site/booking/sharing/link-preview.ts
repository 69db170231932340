import { bookingPath, previewPath } from '#src/domain/events/booking-addresses.ts';
import { type Html, html } from '#src/lib/html.ts';
import type { BookingView } from '../booking-view.ts';
import type { Visitor } from '../visitor.ts';

/** The link preview that other programs show. */
export function sharedAs(appUrl: string, event: BookingView['event'], { texts, language }: Visitor): Html {
  const url = appUrl + bookingPath(event.linkPrefix);
  const title = `${event.name} – ${event.hostName ?? event.brand.workspaceName}`;
  const description = event.description?.trim().slice(0, 300) || texts.chooseTime;
  return html`<meta name="description" content="${description}">
<link rel="canonical" href="${url}">
<meta property="og:type" content="website">
<meta property="og:url" content="${url}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:locale" content="${language}">
<meta property="og:image" content="${appUrl + previewPath(event.linkPrefix)}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">
`;
}
