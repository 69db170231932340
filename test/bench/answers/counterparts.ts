/** What is random or of the clock by nature: nothing else may differ. */
const volatile = new RegExp(
  [
    // Booking tokens, and cursors, which hold times and random ids. Both are signed.
    /(?<!\d)\d+\.call_[0-9A-Za-z]{22}\.[\w-]{43}/,
    /(?<![\w-])[\w-]{24,}\.[\w-]{43}(?![\w-])/,
    // In the cursor of an app: the digest of what its connection sees.
    /(?<=,")[\w-]{16}(?="\]$)/,
    // Keys, sessions, and the tokens and secrets of apps and webhooks.
    /service_[\w-]{30,}|whsec_[0-9A-Za-z+/]{43}=|(?<="(?:\w_)?lastFour":")[^"]{4}/,
    // Codes and tokens in links, and in the cookies and forms of pages.
    /(?<=(?:code|token)=|name="csrf" value="|browser=)[\w-]{43}/,
    // Ids that are not counted, and those of logged requests, of which a sample is written.
    /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:call|contact|con|ocl)_[0-9A-Za-z]{22,24}(?![0-9A-Za-z])|req_\d+/,
    // Digests of scripts and styles in their addresses, and of the documents that name them.
    /(?<=\/assets\/)[0-9a-f]{16}(?=\/)|(?<=\/assets\/[\w-]+-)[\w-]{8}(?=\.(?:js|css))|(?<=W\/")[\w-]{22}(?=")/,
    /(?<seconds>(?<=Retry-After: |"retryAfter":)\d{2,})/,
    // Instants, how long a request took, and what is left of a second's limits.
    /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z|(?<="(?:\w_)?durationMs":)[\d.]+|(?<="remaining":|-Remaining: )\d+/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

const isInstant = /^\d{4}-/;
const isMeasure = /^[\d.]+$/;
const isSigned = /^([\w-]+)\.[\w-]{43}$/;
const mayRepeat = /^.{4}$/;

/** Of the end of a long window. */
const maxSkewSeconds = 2;
/** Two requests at one moment; but a window of a second may begin with different requests. */
const maxSkewMs = 2_500;

export interface Difference {
  readonly before: string;
  readonly now: string;
}

/** Which random value of one server stands where the other has which. A value has one counterpart for ever. */
export class Counterparts {
  readonly #startedAt: Date;
  readonly #ofBefore = new Map<string, string>();
  readonly #ofNow = new Map<string, string>();

  /** `startedAt` is when the run began to write. */
  constructor(startedAt: Date) {
    this.#startedAt = startedAt;
  }

  /** A request in the values of the first server, in those of the second. */
  translated(text: string): string {
    return text.replace(volatile, (value) => this.#ofBefore.get(value) ?? value);
  }

  /** The first place where two answers differ by more than random values and times of this run. */
  difference(before: string, now: string): Difference | undefined {
    if (before === now) return undefined;
    const [pieces, others] = [before, now].map(piecesOf) as [Piece[], Piece[]];
    const length = Math.max(pieces.length, others.length);
    for (let index = 0; index < length; index++) {
      const [one, other] = [pieces[index], others[index]];
      if (one && other && one.isVolatile === other.isVolatile && this.#agree(one, other)) continue;
      return { before: excerpt(before, one, other), now: excerpt(now, other, one) };
    }
    return undefined;
  }

  #agree({ text: one, isVolatile, isSeconds }: Piece, { text: other }: Piece): boolean {
    if (!isVolatile) return one === other;
    if (isSeconds) return Math.abs(Number(one) - Number(other)) <= maxSkewSeconds;
    if (isMeasure.test(one)) return isMeasure.test(other);
    if (isInstant.test(one)) return one === other || this.#isOneMoment(one, other);
    const signed = [one, other].map((text) => isSigned.exec(text)?.[1]);
    if (signed[0] !== undefined && signed[1] !== undefined) {
      const [carried = '', otherCarried = ''] = signed.map((text) => Buffer.from(text ?? '', 'base64url').toString());
      this.#ofBefore.set(one, other);
      return this.difference(carried, otherCarried) === undefined;
    }
    if (mayRepeat.test(one)) return true;
    if (!this.#ofBefore.has(one) && !this.#ofNow.has(other)) {
      this.#ofBefore.set(one, other);
      this.#ofNow.set(other, one);
    }
    return this.#ofBefore.get(one) === other && this.#ofNow.get(other) === one;
  }

  /** Only of what was written in this run, or expires so much later. */
  #isOneMoment(one: string, other: string): boolean {
    const [at, otherAt] = [Date.parse(one), Date.parse(other)];
    return Math.abs(at - otherAt) < maxSkewMs && Math.min(at, otherAt) >= this.#startedAt.getTime();
  }
}

interface Piece {
  readonly text: string;
  readonly at: number;
  readonly isVolatile: boolean;
  readonly isSeconds?: boolean;
}

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: value, index, groups } of text.matchAll(volatile)) {
    pieces.push({ text: text.slice(end, index), at: end, isVolatile: false });
    pieces.push({ text: value, at: index, isVolatile: true, isSeconds: groups?.seconds !== undefined });
    end = index + value.length;
  }
  return [...pieces, { text: text.slice(end), at: end, isVolatile: false }];
}

/** What stands around the first character that differs. */
function excerpt(whole: string, piece: Piece | undefined, other: Piece | undefined): string {
  if (!piece) return whole.slice(-80);
  let same = 0;
  while (same < piece.text.length && piece.text[same] === other?.text[same]) same++;
  const at = piece.at + same;
  return whole.slice(Math.max(0, at - 80), at + 120);
}
