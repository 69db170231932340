import { makeOperation, mapExchange, ssrExchange } from 'urql';
import { repeatEarlyInput } from './early-input.ts';

/** What the server read while it drew the page; in the browser, the first queries take their answers from it. */
export const answers = ssrExchange({ isClient: !import.meta.env.SSR });

/** Of the queries whose answers came with the document. */
const newKeys = new Set<number>();

/** What a page reads right after it was taken over is new as well. */
const isNewMs = 2_000;

let drawnAt = import.meta.env.SSR ? Date.now() : undefined;

/** While the server draws the page, and while the application takes it over. */
export function isTakingOver(): boolean {
  return drawnAt !== undefined;
}

/** The present. A page that is taken over has the same as on the server, whatever the clocks show. */
export function now(): number {
  return drawnAt ?? Date.now();
}

/** While the application takes over the page, it does not read at once again what has just come. */
export const keepNewAnswers = mapExchange({
  onOperation(operation) {
    const { key, kind, context } = operation;
    if (kind === 'mutation') forgetAnswers();
    if (context.requestPolicy !== 'cache-and-network' || !newKeys.has(key)) return operation;
    return makeOperation(kind, operation, { ...context, requestPolicy: 'cache-first' });
  },
});

/** What comes with a page that the server drew. */
export interface Beginning {
  readonly answers: ReturnType<typeof answers.extractData>;
  /** The names of the parts of the page that have files of their own. */
  readonly parts: readonly string[];
  /** When the server drew it, in milliseconds. */
  readonly at: number;
}

const elementOf = (document: Document) => document.getElementById('beginning');

/** Begins with what came with the document; undefined where the server did not draw the page. */
export function takeBeginning(document: Document): Beginning | undefined {
  const text = elementOf(document)?.textContent;
  if (!text) return undefined;
  const beginning: Beginning = JSON.parse(text);
  drawnAt = beginning.at;
  answers.restoreData(beginning.answers);
  for (const key of Object.keys(beginning.answers)) newKeys.add(Number(key));
  return beginning;
}

/** From now on the page reacts. What was typed before counts as typed now. */
export function takenOver(): void {
  if (drawnAt === undefined) return;
  drawnAt = undefined;
  elementOf(document)?.remove();
  repeatEarlyInput(document);
  setTimeout(forgetAnswers, isNewMs);
}

/** What no query took, since the cache had it, would later be taken for what is there now. */
function forgetAnswers(): void {
  const nothing = null as never;
  answers.restoreData(Object.fromEntries([...newKeys].map((key) => [key, nothing])));
  newKeys.clear();
}
