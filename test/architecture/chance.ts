interface Kind {
  readonly reads: RegExp;
  readonly instead: string;
  /** The files that may have it. */
  readonly home?: RegExp;
}

/** What lets a test pass or fail by chance, as far as its text shows it, and what stands in its place. */
const kinds: readonly Kind[] = [
  {
    reads: /(?<![.\w])(?:Date\.now\(\)|new Date\(\))/,
    instead: 'reads the clock of the machine: `app.clock`, or test/support/present.ts',
    home: /^test\/support\/(?:present|shifted-date)\.ts$/,
  },
  {
    reads: /(?<!['"`\w.])setTimeout(?:\(| as |[ ,}].*timers\/promises')/,
    instead: 'has a bare timer: `pause`, `until` or `later` of test/support/waiting.ts',
    home: /^test\/support\/(?:waiting|browser)\.ts$/,
  },
  {
    reads: /\bwaitForTimeout\(/,
    instead: 'pauses a page: wait for what it shows, or `settled` of test/support/browser.ts',
  },
  {
    reads: /\bMath\.random\(\)/,
    instead: 'has a random number: fast-check names its seed, and a fixed value needs none',
  },
  { reads: /\.listen\([1-9]\d*\b/, instead: 'has a fixed port: 0, or `freePort`' },
  { reads: /\binterruptAfterTimeLimit\b/, instead: 'tries less on a busy machine: `numRuns` alone' },
  {
    reads: /\bretry: [\d{]/,
    instead: 'is repeated whatever failed: `retryWhenSlow`, which repeats only what was late',
  },
];

/** What the text of a test leaves to chance. */
export function chanceIn(file: string, text: string): string[] {
  const code = text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  return kinds
    .filter(({ reads, home }) => !home?.test(file) && reads.test(code))
    .map(({ instead }) => `${file} ${instead}`);
}
