// A small table of our own: the libraries that read the User-Agent know thousands of devices and weigh more than this page.

const browsers: readonly [pattern: RegExp, name: string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\bHeadlessChrome\//, 'Headless Chrome'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.* Safari\//, 'Safari'],
];

const systems: readonly [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** What a User-Agent header says in words that its owner recognizes: “Firefox on Windows”. */
export function deviceName(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === '') return 'Unknown device';
  const browser = nameOf(browsers, userAgent);
  const system = nameOf(systems, userAgent);
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`;
  // Programs say their name first: “curl/8.5.0”.
  const [program = ''] = /^[^\s/(]+/.exec(userAgent.trim()) ?? [];
  if (program === '' || program === 'Mozilla') return system === undefined ? 'Unknown device' : `Browser on ${system}`;
  return system === undefined ? program : `${program} on ${system}`;
}

/** Phones and tablets have another picture in the list. */
export function isHandheld(userAgent: string | null): boolean {
  return userAgent !== null && /\b(?:iPhone|iPad|Android|Mobile)\b/.test(userAgent);
}

function nameOf(table: readonly [RegExp, string][], userAgent: string): string | undefined {
  return table.find(([pattern]) => pattern.test(userAgent))?.[1];
}
