import { expect, test } from 'vitest';
import { deviceName, isHandheld } from '#src/web/pages/account/device.ts';

const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)';
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0';

test.for([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox on Windows', false],
  [`${windows} Safari/537.36`, 'Chrome on Windows', false],
  [`${windows} Safari/537.36 Edg/126.0.0.0`, 'Edge on Windows', false],
  [`${windows} Safari/537.36 OPR/112.0.0.0`, 'Opera on Windows', false],
  [`${mac} Version/17.4 Safari/605.1.15`, 'Safari on macOS', false],
  [`${iphone} Version/17.4 Mobile/15E148 Safari/604.1`, 'Safari on iPhone', true],
  [`${iphone} CriOS/126.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone', true],
  [`${android} Chrome/126.0.0.0 Mobile Safari/537.36`, 'Chrome on Android', true],
  [`${android} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`, 'Samsung Internet on Android', true],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/126.0.0.0', 'Chrome on ChromeOS', false],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'Browser on Linux', false],
  ['curl/8.5.0', 'curl', false],
  ['Mozilla/5.0', 'Unknown device', false],
  ['(nothing)', 'Unknown device', false],
  ['  ', 'Unknown device', false],
  [null, 'Unknown device', false],
] as const)('%s is called “%s”', ([userAgent, name, handheld]) => {
  expect(deviceName(userAgent)).toBe(name);
  expect(isHandheld(userAgent)).toBe(handheld);
});
