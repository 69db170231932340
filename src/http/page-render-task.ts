import { readFileSync, statSync } from 'node:fs';
import { createContext, Script } from 'node:vm';
import type { MessagePort } from 'node:worker_threads';

// `page-renderer.ts` runs this in a thread: it executes the script that the build creates from src/web/render.tsx.

/** The initial content of a document: the HTML of the page and, as JSON, the state that it is hydrated with. */
export interface PageContent {
  readonly html: string;
  readonly initialState: string;
}

export interface PageRenderTask {
  /** The path of the script. */
  readonly file: string;
  readonly url: string;
  /** The language that the browser prefers. */
  readonly language: string;
  readonly isPhone: boolean;
  /** The instant after which nobody waits for the page. */
  readonly until: number;
  /** Receives the body of a numbered GraphQL request, and returns the body of the response with the same number. */
  readonly queries: MessagePort;
}

interface Rendering {
  render?(): Promise<PageContent | undefined>;
}

let compiled: { readonly file: string; readonly changedMs: number; readonly script: Script } | undefined;

/** Renders a page; undefined if the browser should render it itself; `late` if nobody waits for it any more. */
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
  // The modules of the application store the signed-in user and loaded data, so each page gets a separate context.
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

/** Compiles the script once for each build. There is none while a build is running. */
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

/** The browser globals that the application uses before anything is shown. No events occur during rendering. */
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
