import './app/styles.ts';
import { createRoot } from 'react-dom/client';
import './app/trusted-types.ts';
import { takeAnswers } from './app/answers.ts';
import { Application } from './app/application.tsx';
import { showChanges } from './app/live/start.ts';
import { router } from './app/router.tsx';

const container = document.getElementById('app');
if (!container) throw new Error('index.html has no element with the id "app"');

takeAnswers(document);
// What the server drew stays until the page is there, and is replaced at once. Nothing awaits here: the files of pages import this one.
void router.load().then(() => {
  createRoot(container).render(<Application />);
  container.inert = false;
  // After the requests of the page itself.
  setTimeout(showChanges);
});
