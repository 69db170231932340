/** Above this, hosts without requests are forgotten. */
const maxHosts = 1000;

interface Line {
  /** Requests at the same time. */
  readonly max: number;
  /** Between the starts of two requests. */
  readonly paceMs: number;
  /** Requests that have left their place, because they have had no answer for `slowMs`. */
  readonly maxAside: number;
}

const slowMs = 1000;

/** Of one host and workspace: endpoints whose last request was acknowledged, and endpoints that fail. */
const lines = { healthy: { max: 10, paceMs: 0, maxAside: 20 }, failing: { max: 1, paceMs: 100, maxAside: 0 } };

interface OpenRequest {
  readonly endpoint: object;
  /** It has had no answer for `slowMs`. */
  isSlow: boolean;
  isAside: boolean;
}

/**
 * Endpoints that want to send to a host, in line: one that has started a request goes behind those that wait. A receiver that
 * hangs must not hold up the others of its host: its endpoint starts nothing while a request is slow, slow requests leave
 * their place, and the places are divided among the endpoints that have requests or wait.
 */
class WaitingLine {
  readonly #line: Line;
  /** The one that has waited longest first, each with what wakes it. */
  readonly #waiting = new Map<object, () => void>();
  readonly #requests = new Set<OpenRequest>();
  #startedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(line: Line) {
    this.#line = line;
  }

  get isIdle(): boolean {
    return this.#requests.size === 0 && this.#waiting.size === 0 && this.#pauseMs() <= 0;
  }

  /** Whether the endpoint may start a request now. If not, it is in line, and is woken when it may be its turn. */
  mayStart(endpoint: object, wake: () => void): boolean {
    if (this.#hasEnough(endpoint)) {
      this.leave(endpoint);
      return false;
    }
    const place = [...this.#waiting.keys()].indexOf(endpoint);
    const ahead = place === -1 ? this.#waiting.size : place;
    const pauseMs = this.#pauseMs();
    if (this.#taken + ahead < this.#line.max && pauseMs <= 0) return true;
    this.#waiting.set(endpoint, wake);
    if (pauseMs > 0) this.#wakeIn(pauseMs);
    return false;
  }

  /** Returns what ends the request. */
  start(endpoint: object): () => void {
    this.#waiting.delete(endpoint);
    const request = { endpoint, isSlow: false, isAside: false };
    this.#requests.add(request);
    const timer = setTimeout(() => {
      request.isSlow = true;
      request.isAside = this.#aside < this.#line.maxAside;
      this.#wakeFirst();
    }, slowMs);
    this.#startedAt = performance.now();
    // Several requests may have ended before the first in line was awake.
    this.#wakeFirst();
    return () => {
      clearTimeout(timer);
      this.#requests.delete(request);
      this.#wakeFirst();
    };
  }

  leave(endpoint: object): void {
    if (this.#waiting.delete(endpoint)) this.#wakeFirst();
  }

  get #aside(): number {
    return [...this.#requests].filter(({ isAside }) => isAside).length;
  }

  get #taken(): number {
    return this.#requests.size - this.#aside;
  }

  /** It is not in line then, because it looks again when one of its requests ends. */
  #hasEnough(endpoint: object): boolean {
    const own = [...this.#requests].filter((request) => request.endpoint === endpoint);
    const all = new Set([endpoint, ...this.#waiting.keys(), ...[...this.#requests].map((request) => request.endpoint)]);
    return own.some(({ isSlow }) => isSlow) || own.length >= Math.ceil(this.#line.max / all.size);
  }

  #pauseMs(): number {
    return this.#startedAt + this.#line.paceMs - performance.now();
  }

  #wakeIn(milliseconds: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#wakeFirst();
    }, Math.ceil(milliseconds));
  }

  #wakeFirst(): void {
    const [wake] = this.#waiting.values();
    if (this.#taken < this.#line.max) wake?.();
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
