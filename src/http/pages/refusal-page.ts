import { html } from '#src/lib/html.ts';
import type { Page } from './page.ts';

export interface Refusal {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  /** In the words of the protocol, for whoever made the app. */
  readonly detail?: string;
  /** A way out that the reader may take. */
  readonly back?: { readonly href: string; readonly text: string };
}

/** Says what is wrong, to the person in front of the browser and to nobody else. */
export function refusalPage({ status, title, text, detail, back }: Refusal): Page {
  return {
    status,
    title,
    content: html`<h1>${title}</h1>
<p>${text}</p>
${detail !== undefined && html`<p class="fine">For the developers of the app: ${detail}</p>`}
${back && html`<p class="buttons"><a class="button" rel="noreferrer" href="${back.href}">${back.text}</a></p>`}`,
  };
}
