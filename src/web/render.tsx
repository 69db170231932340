import { prerender } from 'react-dom/static.edge';
import { Application } from './app/application.tsx';
import { type InitialState, responses } from './app/hydration.ts';
import { router } from './app/router.tsx';
import { renderedParts } from './kit/lazy-part.tsx';
import { setRenderedAt } from './kit/now.ts';

const renderedAt = Date.now();
setRenderedAt(renderedAt);

/**
 * Renders the page at `location` on the server: its HTML, and as JSON the state that it is hydrated with.
 * Undefined where the browser is to show the page by itself. The modules hold who is signed in, so each page is rendered by
 * modules of its own.
 */
export async function render(): Promise<{ html: string; initialState: string } | undefined> {
  await router.load();
  const { matches } = router.state;
  // The page leads elsewhere, its address is to be written otherwise, or it cannot be shown.
  if (matches.length === 0 || matches.some(({ status }) => status === 'error')) return undefined;
  let problem: unknown;
  const { prelude } = await prerender(<Application />, {
    // React would send large parts hidden, with scripts that show them.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError(error) {
      problem ??= error;
    },
  });
  const html = await new Response(prelude).text();
  if (problem) throw problem;
  const data = responses.extractData();
  const isRefused = Object.values(data).some((answer) => answer?.error && !answer.data);
  if (isRefused) return undefined;
  const state: InitialState = { responses: data, parts: [...renderedParts], renderedAt };
  return { html, initialState: JSON.stringify(state) };
}
