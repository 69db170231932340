import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The named functions that ran, by the file's path below `src`. */
export type Passed = ReadonlyMap<string, ReadonlySet<string>>;

interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
  }[];
}

const source = pathToFileURL(path.join(import.meta.dirname, '../../../src/')).href;
const generated = /(^|\/)(generated|gql)\//;

/** V8's precise coverage of another process, over its inspector. */
export class Coverage implements AsyncDisposable {
  readonly #socket: WebSocket;
  readonly #pending = new Map<number, (message: InspectorMessage) => void>();
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const message: InspectorMessage = JSON.parse(data);
      this.#pending.get(message.id)?.(message);
      this.#pending.delete(message.id);
    });
  }

  static async of(inspectorPort: number): Promise<Coverage> {
    const targets = await (await fetch(`http://127.0.0.1:${inspectorPort}/json/list`)).json();
    const socket = new WebSocket(targets[0].webSocketDebuggerUrl);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', () => reject(new Error('The inspector of the server refused the connection.')));
    });
    const coverage = new Coverage(socket);
    await coverage.#send('Profiler.enable');
    await coverage.#send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    return coverage;
  }

  /** The functions of this project that ran since the call before. V8 resets its counters at each call. */
  async take(): Promise<Passed> {
    const { result } = await this.#send('Profiler.takePreciseCoverage');
    const scripts: readonly ScriptCoverage[] = result?.result ?? [];
    const passed = scripts
      .filter(({ url }) => url.startsWith(source) && !generated.test(url))
      .map(({ url, functions }) => [url.slice(source.length), new Set(functions.flatMap(executed))] as const)
      .filter(([, names]) => names.size > 0);
    return new Map(passed);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.close();
  }

  #send(method: string, params: object = {}): Promise<InspectorMessage> {
    const id = ++this.#lastId;
    const response = new Promise<InspectorMessage>((resolve) => this.#pending.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params }));
    return response;
  }
}

interface InspectorMessage {
  readonly id: number;
  readonly result?: { readonly result?: readonly ScriptCoverage[] };
}

/** Only named functions count, because a reader reads an inline callback with the function around it. The offset distinguishes functions with the same name. */
function executed({ functionName, ranges: [range] }: ScriptCoverage['functions'][number]): string[] {
  return functionName && range && range.count > 0 ? [`${functionName}@${range.startOffset}`] : [];
}

/** The functions that ran in every take. Timers of the server run only in some. */
export function common(takes: readonly Passed[]): Passed {
  const [first = new Map(), ...others] = takes;
  const shared = [...first].map(([file, names]: [string, ReadonlySet<string>]) => {
    const everywhere = [...names].filter((name) => others.every((take) => take.get(file)?.has(name)));
    return [file, new Set(everywhere)] as const;
  });
  return new Map(shared.filter(([, names]) => names.size > 0));
}
