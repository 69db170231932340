import { readFileSync, statSync } from 'node:fs';
import { createContext, Script } from 'node:vm';
import type { MessagePort } from 'node:worker_threads';

// What `page-renderer.ts` runs in a thread: the script that the build makes of src/web/render.tsx.

/** What a document begins with: the HTML of the page, and the answers that it shows, as JSON. */
export interface PageContent {
  readonly html: string;
  readonly answers: string;
}

export interface PageRenderTask {
  /** The script. */
  readonly file: string;
  readonly url: string;
  /** The language that the browser prefers. */
  readonly language: string;
  readonly isPhone: boolean;
  /** The instant from which on nobody waits for it. */
  readonly until: number;
  /** Takes the body of a GraphQL request with a number, and gives the body of the response with the same number. */
  readonly queries: MessagePort;
}

interface Rendering {
  render?(): Promise<PageContent | undefined>;
}

let compiled: { readonly file: string; readonly changedMs: number; readonly script: Script } | undefined;

/** The first content of a page; undefined where the browser is to show the page by itself; `late` where nobody waits for it any more. */
export async function renderPage({
  file,
  url,
  language,
  isPhone,
  until,
  queries,
}: PageRenderTask): Promise<PageContent | 'late' | undefined> {
  if (Date.now() > until) return 'late';
  const left = Promise.withResolvers<'late' | undefined>();
  const late = setTimeout(left.resolve, until - Date.now(), 'late' as const);
  const { pathname, search, origin, href, protocol, hostname } = new URL(url);
  const location = { pathname, search, origin, href, protocol, hostname, replace: () => left.resolve(undefined) };
  // The modules of the application hold who is signed in and what was read: no page sees what another one left.
  const page = createContext({
    ...browserGlobals,
    location,
    navigator: { language, platform: '', userAgentData: { mobile: isPhone } },
    fetch: fetchBy(queries),
  });
  const module = { exports: {} as Rendering };
  try {
    scriptIn(file)?.runInContext(page)(module, module.exports);
    return await Promise.race([module.exports.render?.(), left.promise]);
  } finally {
    clearTimeout(late);
    queries.close();
  }
}

/** Compiled once for each build. While a build is under way there is none. */
function scriptIn(file: string): Script | undefined {
  const changedMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  if (changedMs === undefined) return undefined;
  if (compiled?.file !== file || compiled.changedMs !== changedMs) {
    const wrapped = `(function (module, exports) {${readFileSync(file, 'utf8')}\n})`;
    compiled = { file, changedMs, script: new Script(wrapped, { filename: file }) };
  }
  return compiled.script;
}

function fetchBy(queries: MessagePort): (input: unknown, init: { readonly body: string }) => Promise<Response> {
  const waiting = new Map<number, (response: Response) => void>();
  queries.on('message', ({ id, body }: { readonly id: number; readonly body: string }) => {
    waiting.get(id)?.(new Response(body, { headers: { 'Content-Type': 'application/json' } }));
    waiting.delete(id);
  });
  let last = 0;
  return (_, { body }) =>
    new Promise((resolve) => {
      waiting.set(++last, resolve);
      queries.postMessage({ id: last, body });
    });
}

class SilentChannel {
  addEventListener(): void {}
  postMessage(): void {}
}

/** What the application and its libraries use of a browser before anything is shown. Nothing happens while a page is drawn. */
const browserGlobals = {
  AbortController,
  AbortSignal,
  Event,
  EventTarget,
  Headers,
  MessageChannel,
  ReadableStream,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  console,
  crypto,
  performance,
  queueMicrotask,
  setTimeout,
  clearTimeout,
  structuredClone,
  process: { env: { NODE_ENV: 'production' } },
  BroadcastChannel: SilentChannel,
  addEventListener: () => undefined,
};
