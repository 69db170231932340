import { prerender } from 'react-dom/static.edge';
import { Application } from './app/application.tsx';
import { answers, type Beginning, now } from './app/beginning.ts';
import { router } from './app/router.tsx';
import { drawnParts } from './kit/lazy-part.tsx';

/**
 * Draws the page at `location`, on the server: its HTML, and as JSON what the application begins with to take it over.
 * Undefined where the browser is to show the page by itself. The modules hold who is signed in, so each page is drawn by modules
 * of its own.
 */
export async function render(): Promise<{ html: string; beginning: string } | undefined> {
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
  const data = answers.extractData();
  const isRefused = Object.values(data).some((answer) => answer?.error && !answer.data);
  if (isRefused) return undefined;
  const beginning: Beginning = { answers: data, parts: [...drawnParts], at: now() };
  return { html, beginning: JSON.stringify(beginning) };
}
