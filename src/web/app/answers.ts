import { makeOperation, mapExchange, ssrExchange } from 'urql';

/** How long what came with the document is new: a page that is shown later reads again. */
const isNewMs = 5_000;
const newKeys = new Set<number>();
let isNewUntil = 0;

/** What the server asked for while it drew the page; in the browser, the first queries take their answers from it. */
export const answers = ssrExchange({ isClient: !import.meta.env.SSR });

/** A query that came with the document is not sent at once for what is known. */
export const keepNewAnswers = mapExchange({
  onOperation(operation) {
    const { key, kind, context } = operation;
    if (context.requestPolicy !== 'cache-and-network' || !newKeys.has(key)) return operation;
    if (performance.now() > isNewUntil) return operation;
    return makeOperation(kind, operation, { ...context, requestPolicy: 'cache-first' });
  },
});

/** Takes the answers out of the document. */
export function takeAnswers(document: Document): void {
  const text = document.getElementById('answers')?.textContent;
  if (!text) return;
  const data = JSON.parse(text);
  answers.restoreData(data);
  for (const key of Object.keys(data)) newKeys.add(Number(key));
  isNewUntil = performance.now() + isNewMs;
}
