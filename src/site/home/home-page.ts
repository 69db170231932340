import { type Html, type HtmlPart, html } from '#src/lib/html.ts';
import type { DemoCredentials } from '../context.ts';
import { assetAddress } from '../look/assets.ts';
import { appAddress, type SiteAddresses, siteDocument } from '../look/document.ts';

export interface HomeOptions extends SiteAddresses {
  /** The credentials of the demo workspace, if there is one and pages may show them. */
  readonly demo?: DemoCredentials | undefined;
  /** The form that enters the demo workspace with one click, if there is one. */
  readonly demoEntry?: Html | undefined;
  /** True if anyone may create a workspace. */
  readonly signUp: boolean;
}

/**
 * The page for newcomers at `/`: the product in two pictures, sign-in, a first request, and everything to read. The files are scripts and styles of the web
 * app to prefetch.
 */
export function homePage({ demo, demoEntry, signUp, ...addresses }: HomeOptions, files: readonly string[]): string {
  return siteDocument({
    title: 'Slotline – scheduling and sales calls',
    summary: 'An open scheduling and sales-call platform that you host yourself.',
    addresses,
    prefetch: files,
    content: html`<main id="content" class="front" tabindex="-1">
<h1>Scheduling and sales calls, on your own server</h1>
<p class="lead">Share a link, let people book calls with your team, and keep contacts, outcomes and deals in one place. Everything is
also available through a GraphQL API and a REST API.</p>
${waysIn(addresses, { demoEntry, signUp })}
${demo && demoNote(demo)}
<div class="pictures">
${picture('booking', 'A booking page: a month, and the times of the chosen day', 'Invitees book a time when a host is free, in their language and time zone.')}
${picture('today', 'Today: the next call with its invitee, and the calls of the day', 'Closers and setters see the next call, what is known of the invitee, and which outcomes are missing.')}
</div>
<h2>Your first request</h2>
${firstRequest(addresses, demo?.key)}
<h2>For developers</h2>
<ul class="cards">
<li><a href="/docs/getting-started"><strong>Getting started</strong>A key, a first request, and the next steps.</a></li>
<li><a href="/docs"><strong>Documentation</strong>Keys, OAuth, booking, webhooks, errors and limits, in curl, TypeScript and Python.</a></li>
<li><a href="/docs/reference"><strong>API reference</strong>Every endpoint of the REST API, to read and to try.</a></li>
<li><a href="/graphql"><strong>GraphiQL</strong>The GraphQL schema, with an example query for each record type.</a></li>
<li><a href="/openapi.json"><strong>OpenAPI</strong>The REST API as OpenAPI 3.1, for client generators.</a></li>
<li><a href="/llms.txt"><strong>llms.txt</strong>The table of contents for language models.</a></li>
</ul>
</main>`,
  });
}

function waysIn(addresses: SiteAddresses, { demoEntry, signUp }: Pick<HomeOptions, 'demoEntry' | 'signUp'>): HtmlPart {
  return html`<div class="buttons">${demoEntry ?? html`<a class="button primary" href="/docs/getting-started">Get started</a>`}
${demoEntry && html`<a class="button" href="${appAddress(addresses, '/e/demo')}">Book a call in the demo</a>`}
<a class="button" href="${appAddress(addresses, '/sign-in')}">Sign in</a>
${signUp && html`<a class="button" href="${appAddress(addresses, '/sign-up')}">Sign up</a>`}</div>`;
}

/** Its size is known before it is there, so that nothing moves. */
function picture(name: 'booking' | 'today', text: string, caption: string): HtmlPart {
  return html`<figure><picture><source media="(prefers-color-scheme: dark)" srcset="${assetAddress(`${name}-dark.webp`)}">
<img src="${assetAddress(`${name}-light.webp`)}" alt="${text}" width="1280" height="800"></picture>
<figcaption>${caption}</figcaption></figure>`;
}

function demoNote({ ownerEmail, ownerPassword }: DemoCredentials): HtmlPart {
  return html`<p class="hint">The demo is a workspace with made-up calls, and exists on this machine only. Its owner is <code>${ownerEmail}</code> with
the password <code>${ownerPassword}</code>; <a href="/graphql">GraphiQL</a> has its API key.</p>`;
}

function firstRequest(addresses: SiteAddresses, key: string | undefined): HtmlPart {
  const command = `curl '${addresses.baseUrl}/v1/eventCalls?eventType=UPCOMING&orderBy=asc&limit=5' \\
  -H 'Authorization: Bearer ${key ?? 'service_…'}'`;
  return html`<div class="source"><pre tabindex="0" aria-label="A curl request"><code>${command}</code></pre></div>
${
  key === undefined
    ? html`<p class="hint">Returns the next five calls of your workspace as JSON. <a href="${appAddress(addresses, '/settings/developer/api-keys')}">Create an API key</a>
and replace <code>service_…</code> with it.</p>`
    : html`<p class="hint">Returns the next five calls of the demo workspace as JSON. The line already contains the demo’s API key, so you can run it as it is.</p>`
}`;
}
