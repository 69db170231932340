import type { EventLocation } from '#src/domain/event-calls/event-call.ts';
import type { Brand } from '#src/domain/workspaces/brand.ts';
import { Html, type HtmlPart, html } from '#src/lib/html.ts';
import type { Texts } from './texts/texts.ts';

// Outlines of Tabler Icons 3.51 (MIT, © Paweł Kuna).
const outlines = {
  clock: 'M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0M12 7v5l3 3',
  video:
    'M15 10l4.553 -2.276a1 1 0 0 1 1.447 .894v6.764a1 1 0 0 1 -1.447 .894l-4.553 -2.276v-4M3 8a2 2 0 0 1 2 -2h8a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-8a2 2 0 0 1 -2 -2v-8',
  phone: 'M5 4h4l2 5l-2.5 1.5a11 11 0 0 0 5 5l1.5 -2.5l5 2v4a2 2 0 0 1 -2 2a16 16 0 0 1 -15 -15a2 2 0 0 1 2 -2',
  pin: 'M9 11a3 3 0 1 0 6 0a3 3 0 0 0 -6 0M17.657 16.657l-4.243 4.243a2 2 0 0 1 -2.827 0l-4.244 -4.243a8 8 0 1 1 11.314 0',
  check: 'M5 12l5 5l10 -10',
  cross: 'M18 6l-12 12M6 6l12 12',
} as const;

/** A decoration beside a text. */
export function icon(name: keyof typeof outlines): Html {
  return new Html(
    `<svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${outlines[name]}"/></svg>`,
  );
}

const placeIcons: Readonly<Record<EventLocation, keyof typeof outlines>> = {
  GOOGLE_MEET: 'video',
  ZOOM: 'video',
  PHONE_CALL: 'phone',
  IN_PERSON: 'pin',
  CUSTOM: 'pin',
};

interface Facts {
  /** In words. */
  readonly duration: string;
  readonly location: EventLocation;
  readonly texts: Texts;
}

/** How long an event takes, and where it takes place. */
export function factList({ duration, location, texts }: Facts): Html {
  return html`<ul class="facts"><li>${icon('clock')}${duration}</li><li>${icon(placeIcons[location])}${texts.locations[location]}</li></ul>`;
}

/** The logo of the workspace, if it has one. */
export function brandLogo({ logo, workspaceName }: Brand): HtmlPart {
  return logo !== null && html`<img class="logo" src="${logo}" alt="${workspaceName}">`;
}

/** The picture of a host, if there is one. The name stands beside it. */
export function hostPicture(picture: string | null): HtmlPart {
  return picture !== null && html`<img class="face" src="${picture}" alt="" width="48" height="48">`;
}

interface Host {
  readonly picture: string | null;
  readonly name: HtmlPart;
  readonly brand: Brand;
}

/** The head of a page: the workspace's logo, and who the call is with. */
export function hostLine({ picture, name, brand }: Host): Html {
  return html`${brandLogo(brand)}<p class="host">${hostPicture(picture)}<span>${name}</span></p>`;
}
