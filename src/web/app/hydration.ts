import { makeOperation, mapExchange, ssrExchange } from 'urql';
import { isHydrating, setRenderedAt } from '../kit/now.ts';
import { repeatEarlyInput } from './early-input.ts';

/** The responses that the server read while it rendered the page; in the browser the first queries take them. */
export const responses = ssrExchange({ isClient: !import.meta.env.SSR });

/** The keys of the queries whose responses came with the document. */
const freshKeys = new Set<number>();

/** What a page reads right after its hydration is fresh as well. */
const freshMs = 2_000;

/** Keeps queries from reading again what has just come with the document. */
export const keepFreshResponses = mapExchange({
  onOperation(operation) {
    const { key, kind, context } = operation;
    if (kind === 'mutation') dropResponses();
    const readsAnyway = context.requestPolicy === 'network-only' && isHydrating();
    if (!freshKeys.has(key) || !(readsAnyway || context.requestPolicy === 'cache-and-network')) return operation;
    return makeOperation(kind, operation, { ...context, requestPolicy: 'cache-first' });
  },
});

/** What comes with a page that the server rendered. */
export interface InitialState {
  readonly responses: ReturnType<typeof responses.extractData>;
  /** The names of the parts of the page that have files of their own. */
  readonly parts: readonly string[];
  /** When the server rendered it, in milliseconds. */
  readonly renderedAt: number;
}

const elementOf = (document: Document) => document.getElementById('initial-state');

/** Restores what came with the document; undefined where the server did not render the page. */
export function restoreInitialState(document: Document): InitialState | undefined {
  const text = elementOf(document)?.textContent;
  if (!text) return undefined;
  const state: InitialState = JSON.parse(text);
  setRenderedAt(state.renderedAt);
  responses.restoreData(state.responses);
  for (const key of Object.keys(state.responses)) freshKeys.add(Number(key));
  return state;
}

/** Ends the hydration: the page reacts from now on. What was typed before counts as typed now. */
export function onHydrated(): void {
  if (!isHydrating()) return;
  setRenderedAt(undefined);
  elementOf(document)?.remove();
  repeatEarlyInput(document);
  setTimeout(dropResponses, freshMs);
}

/** Drops responses that no query used, because a later query would take them for current data. */
function dropResponses(): void {
  const nothing = null as never;
  responses.restoreData(Object.fromEntries([...freshKeys].map((key) => [key, nothing])));
  freshKeys.clear();
}
