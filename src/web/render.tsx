import { prerender } from 'react-dom/static.edge';
import { answers } from './app/answers.ts';
import { Application } from './app/application.tsx';
import { router } from './app/router.tsx';

/**
 * Draws the page at `location`, on the server: its HTML, and as JSON the answers that it shows, which the application begins with.
 * Undefined where the browser is to show the page by itself. The modules hold who is signed in, so each page is drawn by modules
 * of its own.
 */
export async function render(): Promise<{ html: string; answers: string } | undefined> {
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
  return isRefused ? undefined : { html, answers: JSON.stringify(data) };
}
