import { makeOperation, mapExchange, ssrExchange } from 'urql';

/** What the server read while it drew the page; in the browser, the first queries take their answers from it. */
export const answers = ssrExchange({ isClient: !import.meta.env.SSR });

/** Of the queries whose answers came with the document. */
const newKeys = new Set<number>();

/** How long what came with the document is new. What loads its own files on the way begins with it, too. */
const isNewMs = 2_000;

/** While the application takes over the page, it does not read at once again what has just come. */
export const keepNewAnswers = mapExchange({
  onOperation(operation) {
    const { key, kind, context } = operation;
    if (kind === 'mutation') forgetAnswers();
    if (context.requestPolicy !== 'cache-and-network' || !newKeys.has(key)) return operation;
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
  setTimeout(forgetAnswers, isNewMs);
}

/** What no query took, since the cache had it, would later be taken for what is there now. */
function forgetAnswers(): void {
  const nothing = null as never;
  answers.restoreData(Object.fromEntries([...newKeys].map((key) => [key, nothing])));
  newKeys.clear();
}
