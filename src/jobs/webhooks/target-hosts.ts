/** Above this, hosts without requests are forgotten. */
const maxHosts = 1000;

interface Line {
  /** Requests at the same time. */
  readonly max: number;
  /** Between the starts of two requests. */
  readonly paceMs: number;
}

/** Of one host and workspace: endpoints whose last request was acknowledged, and endpoints that fail. */
const lines = { healthy: { max: 10, paceMs: 0 }, failing: { max: 1, paceMs: 100 } };

/** Endpoints that want to send to a host, in line: one that has started a request goes behind those that wait. */
class WaitingLine {
  readonly #max: number;
  readonly #paceMs: number;
  /** The one that has waited longest first, each with what wakes it. */
  readonly #waiting = new Map<object, () => void>();
  #open = 0;
  #startedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor({ max, paceMs }: Line) {
    this.#max = max;
    this.#paceMs = paceMs;
  }

  get isIdle(): boolean {
    return this.#open === 0 && this.#waiting.size === 0 && this.#pauseMs() <= 0;
  }

  /** Whether the endpoint may start a request now. If not, it is in line, and is woken when it may be its turn. */
  mayStart(endpoint: object, wake: () => void): boolean {
    const place = [...this.#waiting.keys()].indexOf(endpoint);
    const ahead = place === -1 ? this.#waiting.size : place;
    const pauseMs = this.#pauseMs();
    if (this.#open + ahead < this.#max && pauseMs <= 0) return true;
    this.#waiting.set(endpoint, wake);
    if (pauseMs > 0) this.#wakeIn(pauseMs);
    return false;
  }

  /** Returns what ends the request. */
  start(endpoint: object): () => void {
    this.#waiting.delete(endpoint);
    this.#open += 1;
    this.#startedAt = performance.now();
    // Several requests may have ended before the first in line was awake.
    this.#wakeFirst();
    return () => {
      this.#open -= 1;
      this.#wakeFirst();
    };
  }

  leave(endpoint: object): void {
    if (this.#waiting.delete(endpoint)) this.#wakeFirst();
  }

  #pauseMs(): number {
    return this.#startedAt + this.#paceMs - performance.now();
  }

  #wakeIn(milliseconds: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#wakeFirst();
    }, Math.ceil(milliseconds));
  }

  #wakeFirst(): void {
    const [wake] = this.#waiting.values();
    if (this.#open < this.#max) wake?.();
  }
}

type Health = keyof typeof lines;

/**
 * Limits what one host gets from a workspace, however many endpoints lead there: no more at the same time than one endpoint
 * may get, and little while it acknowledges nothing, because nobody there may have wanted it.
 */
export class TargetHosts {
  readonly #hosts = new Map<string, Record<Health, WaitingLine>>();

  /** Whether the endpoint may start a request to its host now. It waits in one line at a time. */
  mayStart(endpoint: object, host: string, health: Health, wake: () => void): boolean {
    const { healthy, failing } = this.#linesOf(host);
    const [own, other] = health === 'healthy' ? [healthy, failing] : [failing, healthy];
    other.leave(endpoint);
    return own.mayStart(endpoint, wake);
  }

  /** Returns what ends the request. */
  start(endpoint: object, host: string, health: Health): () => void {
    return this.#linesOf(host)[health].start(endpoint);
  }

  /** The endpoint has nothing to send to the host now. */
  leave(endpoint: object, host: string): void {
    for (const line of Object.values(this.#hosts.get(host) ?? {})) line.leave(endpoint);
  }

  #linesOf(host: string): Record<Health, WaitingLine> {
    const found = this.#hosts.get(host);
    if (found) return found;
    if (this.#hosts.size >= maxHosts) this.#forgetIdle();
    const made = { healthy: new WaitingLine(lines.healthy), failing: new WaitingLine(lines.failing) };
    this.#hosts.set(host, made);
    return made;
  }

  #forgetIdle(): void {
    for (const [host, { healthy, failing }] of this.#hosts) {
      if (healthy.isIdle && failing.isIdle) this.#hosts.delete(host);
    }
  }
}

/** The host of a URL, as a workspace sends to it: another port, or a dot at the end of the name, makes no other host. */
export function hostOf(workspaceId: number, url: string): string {
  return `${workspaceId} ${new URL(url).hostname.replace(/\.$/, '')}`;
}
