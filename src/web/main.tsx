import './app/styles.ts';
import { createRoot, hydrateRoot } from 'react-dom/client';
import './app/trusted-types.ts';
import { Application } from './app/application.tsx';
import { restoreInitialState } from './app/hydration.ts';
import { showChanges } from './app/live/start.ts';
import { router } from './app/router.tsx';
import { loadParts } from './kit/lazy-part.tsx';

const container = document.getElementById('app');
if (!container) throw new Error('index.html has no element with the id "app"');

const initialState = restoreInitialState(document);
// Nothing awaits here: the files of pages import this one.
void start(container);

async function start(container: HTMLElement): Promise<void> {
  await router.load();
  if (initialState) {
    await loadParts(initialState.parts);
    // The router draws what it does on the server, and no boundary that the server did not send.
    router.ssr = { manifest: undefined };
    hydrateRoot(container, <Application />);
  } else {
    createRoot(container).render(<Application />);
  }
  // After the requests of the page itself.
  setTimeout(showChanges);
}
