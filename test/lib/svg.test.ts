import { type ChildProcess, spawnSync } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { rasterize } from '#src/services/image/rasterize.ts';
import { redraw } from '#src/services/image/redraw.ts';
import { processLimits, SvgRenderer } from '#src/services/image/svg.ts';

const namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const svg = (content: string, attributes = 'viewBox="0 0 10 10"') =>
  `<svg ${namespaces} ${attributes}>${content}</svg>`;

/** Renders in this process, with the same function as the confined process, which takes half a second to start. */
function render(text: string): Buffer {
  const drawn = rasterize(Buffer.from(text), { side: 20, isSquare: true });
  if (typeof drawn === 'string') throw new Error(drawn);
  return Buffer.from(drawn);
}

/** Renders in the confined process, as for an upload. */
async function renderConfined(text: string, side = 20): Promise<Buffer> {
  const rendered = await redraw(Buffer.from(text), { side, isSquare: true });
  if ('problem' in rendered) throw new Error(rendered.problem);
  expect(rendered.type).toBe('image/png');
  return rendered.content;
}

/** Red, green, blue and opacity of the pixel at that place. */
async function pixel(png: Buffer, x: number, y: number): Promise<number[]> {
  const region = { left: x, top: y, width: 1, height: 1 };
  return [...(await sharp(png).ensureAlpha().extract(region).raw().toBuffer())];
}

const started: ChildProcess[] = [];
subscribe('child_process', (message) => started.push((message as { process: ChildProcess }).process));

/** The processes that were started to render. */
function renderers(): ChildProcess[] {
  return started.filter(({ spawnargs }) => spawnargs.some((argument) => argument.endsWith('svg-process.ts')));
}

async function isBlank(png: Buffer): Promise<boolean> {
  return (await sharp(png).ensureAlpha().raw().toBuffer()).every((value) => value === 0);
}

/** All that the tests keep elsewhere is red. */
async function showsRed(png: Buffer): Promise<boolean> {
  const values = await sharp(png).ensureAlpha().raw().toBuffer();
  return values.some((value, index) => index % 4 === 0 && value > 0);
}

const clear = [0, 0, 0, 0];
const red = [255, 0, 0, 255];
const blue = [0, 0, 255, 255];

describe('what comes from elsewhere is neither fetched nor shown', () => {
  let folder: string;
  let picture: string;
  let address: string;
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end(svg('<rect id="a" width="10" height="10" fill="red"/>'));
  });

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'slotline-svg-'));
    const file = path.join(folder, 'red.png');
    await sharp({ create: { width: 10, height: 10, channels: 4, background: 'red' } }).toFile(file);
    picture = pathToFileURL(file).href;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.svg`;
  });
  afterAll(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });

  test.each<[string, (url: string) => string]>([
    ['a picture', (url) => svg(`<image width="10" height="10" href="${url}"/>`)],
    ['a picture in the old spelling', (url) => svg(`<image width="10" height="10" xlink:href="${url}"/>`)],
    [
      'a relative picture',
      (url) => svg('<image width="10" height="10" href="red.png"/>', `viewBox="0 0 10 10" xml:base="${url}"`),
    ],
    ['a shape of another drawing', (url) => svg(`<use href="${url}#a"/>`)],
    ['a fill', (url) => svg(`<rect width="10" height="10" fill="url(${url}#a)"/>`)],
    [
      'a picture of a filter',
      (url) =>
        svg(
          `<filter id="f"><feImage href="${url}"/></filter><g filter="url(#f)"><rect width="10" height="10" fill="none"/></g>`,
        ),
    ],
    [
      'a style sheet',
      (url) => `<?xml-stylesheet href="${url}"?>${svg(`<style>@import "${url}"; rect{fill:url(${url}#a)}</style>`)}`,
    ],
    [
      'foreign content',
      (url) =>
        svg(
          `<foreignObject width="10" height="10"><img xmlns="http://www.w3.org/1999/xhtml" src="${url}"/></foreignObject>`,
        ),
    ],
    ['a script', (url) => svg(`<script href="${url}"/><script>fetch("${url}")</script><g onload="fetch('${url}')"/>`)],
    [
      'a drawing inside a drawing',
      (url) =>
        svg(
          `<image width="10" height="10" href="data:image/svg+xml;base64,${Buffer.from(svg(`<image width="10" height="10" href="${url}"/>`)).toString('base64')}"/>`,
        ),
    ],
  ])('%s', async (_, hostile) => {
    for (const url of [address, picture, picture.replace('file://', '')]) {
      expect(await showsRed(render(hostile(url)))).toBe(false);
    }
    expect(requests).toEqual([]);
  });

  test('the process that renders may read no other files, start nothing and connect to nothing', () => {
    const attempts = [
      `fs.readFileSync(${JSON.stringify(import.meta.filename)})`,
      'fs.writeFileSync("/tmp/x", "")',
      'child_process.execSync("true")',
      `await fetch(${JSON.stringify(address)}).catch(({ cause }) => { throw cause })`,
    ];
    const caught = attempts.map(
      (attempt) => `try { ${attempt}; console.log('done') } catch (e) { console.log(e.code) }`,
    );
    const modules = "import fs from 'node:fs'; import child_process from 'node:child_process';";
    const options = [...processLimits(), '--input-type=module', '-e', modules + caught.join('\n')];
    const { stdout } = spawnSync(process.execPath, options, { encoding: 'utf8' });
    expect(stdout.trim().split('\n')).toEqual(attempts.map(() => 'ERR_ACCESS_DENIED'));
    expect(requests).toEqual([]);
  });

  test('nor in the process that renders', async () => {
    const images = [address, picture].map((url) => `<image width="10" height="10" href="${url}"/>`);
    expect(await showsRed(await renderConfined(svg(images.join(''))))).toBe(false);
    expect(requests).toEqual([]);
  });

  test.each([
    ['a file as an entity', () => picture],
    ['an address as an entity', () => address],
  ])('%s is no SVG', (_, url) => {
    const text = `<!DOCTYPE svg [<!ENTITY a SYSTEM "${url()}">]>${svg('<text y="9">&a;</text>')}`;
    expect(() => render(text)).toThrow('is not a readable SVG');
    expect(requests).toEqual([]);
  });
});

describe('an SVG is rendered', () => {
  const half = '<rect width="5" height="10" fill="#f00"/>';

  test.each([
    ['by its viewBox', svg(half)],
    ['by width and height', svg(half, 'width="10" height="10px"')],
    ['by its viewBox, whatever width and height say', svg(half, 'width="300" height="100%" viewBox="0,0 10 10"')],
    [
      'after a declaration and a document type',
      `\ufeff<?xml version="1.0"?>\n<!-- <svg> -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n${svg(half)}`,
    ],
    [
      'with a namespace as an entity',
      `<!DOCTYPE svg [<!ENTITY s "http://www.w3.org/2000/svg">]><svg xmlns="&s;" viewBox="0 0 10 10">${half}</svg>`,
    ],
    [
      'with undeclared prefixes',
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" inkscape:version="1">${half}<use xlink:href="#a"/></svg>`,
    ],
    ['by a style sheet', svg(`<style>.a{fill:rgb(255,0,0)}</style><rect class="a" width="5" height="10"/>`)],
    ['as a copy', svg(`<defs><g id="a">${half}</g></defs><use xlink:href="#a"/>`)],
    [
      'through a mask',
      svg(
        `<mask id="m"><rect width="5" height="10" fill="#fff"/></mask><rect width="10" height="10" fill="red" mask="url(#m)"/>`,
      ),
    ],
    ['inside a link and beside scripts', svg(`<script>alert(1)</script><a href="javascript:alert(1)">${half}</a>`)],
    ['where it refers to itself', svg(`${half}<g id="a"><use href="#a"/></g>`)],
  ])('%s', async (_, text) => {
    const png = render(text);
    expect([await pixel(png, 2, 10), await pixel(png, 17, 10)]).toEqual([red, clear]);
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 20, height: 20 });
  });

  test('by the confined process, with its text in a font that is the same on every machine', async () => {
    const letter = svg('<text x="0" y="9" font-size="12" font-family="Helvetica, sans-serif">M</text>');
    const png = await renderConfined(`\ufeff<?xml version="1.0"?>\n${letter}`);
    expect(await isBlank(png)).toBe(false);
  });

  test('with a picture that it holds itself', async () => {
    const inner = await sharp({ create: { width: 1, height: 1, channels: 4, background: 'blue' } })
      .png()
      .toBuffer();
    const href = `data:image/png;base64,${inner.toString('base64')}`;
    const png = render(svg(`<image width="10" height="10" href="${href}"/>`));
    expect(await pixel(png, 10, 10)).toEqual(blue);
  });
});

const entities = Array.from({ length: 12 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('');

test.each([
  ['entities that multiply', `<!DOCTYPE svg [<!ENTITY e0 "aaaaaaaaaa">${entities}]>${svg('<text>&e12;</text>')}`],
  ['an unknown entity', svg('<text>&b;</text>')],
  ['two roots', `${svg('')}${svg('')}`],
  ['what is not well-formed', `<svg ${namespaces} viewBox="0 0 1 1"><path></svg>`],
  ['an unquoted attribute', svg('<path d=M0/>')],
  ['an unquoted attribute of the root', svg('', 'viewBox="0 0 1 1" id=a')],
  ['an attribute of the root that is there twice', svg('', 'viewBox="0 0 1 1" id="a" id="b"')],
  ['a page', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
  ['a page without a namespace', '<!doctype html><script>alert(1)</script>'],
  ['a root without a namespace', '<svg viewBox="0 0 1 1"/>'],
  ['a root of another namespace', '<svg xmlns="http://www.w3.org/1999/xhtml" viewBox="0 0 1 1"/>'],
  ['what nests without end', svg('<g>'.repeat(50_000) + '</g>'.repeat(50_000))],
])('%s: no SVG', (_, text) => {
  expect(() => render(text)).toThrow('is not a readable SVG');
});

test.each([
  ['without a size', svg('', ''), 'must have a viewBox'],
  ['that is wide', svg('', 'viewBox="0 0 20 10"'), 'must be square, but is 20 by 10'],
])('a drawing %s is refused', (_, text, problem) => {
  expect(() => render(text)).toThrow(problem);
});

describe('the confined process', () => {
  const [square, wrong] = [svg('<rect width="10" height="10"/>'), svg('<path d=M0/>')];

  test('renders one drawing after the other, and ends with one that has a problem', async () => {
    await renderConfined(square);
    const count = renderers().length;
    await renderConfined(square);
    expect(renderers()).toHaveLength(count);
    await expect(renderConfined(wrong)).rejects.toThrow();
    await renderConfined(square);
    expect(renderers()).toHaveLength(count + 1);
  });

  test('does not count the time in which it starts: on a busy machine that takes seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const drawn = new SvgRenderer().render({ bytes: Buffer.from(square), size: { side: 20, isSquare: true } }, 1);
      vi.advanceTimersByTime(10_000);
      expect(await isBlank((await drawn) as Buffer)).toBe(false);
    } finally {
      vi.useRealTimers();
      renderers().at(-1)?.kill();
    }
  });

  test('ends ten seconds after its last drawing', async () => {
    await expect(renderConfined(wrong)).rejects.toThrow();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await renderConfined(square);
      vi.advanceTimersByTime(9_000);
      await renderConfined(square);
      const child = renderers().at(-1) as ChildProcess;
      vi.advanceTimersByTime(9_000);
      expect(child.killed).toBe(false);
      vi.advanceTimersByTime(1_000);
      expect(child.killed).toBe(true);
    } finally {
      vi.useRealTimers();
    }
    expect(await isBlank(await renderConfined(square))).toBe(false);
  });
});

test('the confined process says what is wrong', async () => {
  await expect(renderConfined(svg('<path d=M0/>'))).rejects.toThrow('is not a readable SVG');
});

const blur = '<filter id="f"><feTurbulence numOctaves="100000" baseFrequency="0.1"/></filter>';
const masks = Array.from(
  { length: 500 },
  (_, n) => `<mask id="m${n}"><g mask="url(#m${n + 1})"><path d="M0 0H9V9Z"/></g></mask>`,
);

test.each([
  ['time', svg(`${blur}${'<rect width="9" height="9" filter="url(#f)"/>'.repeat(100)}`)],
  ['memory', svg(`${masks.join('')}<rect width="9" height="9" mask="url(#m0)"/>`)],
])('a drawing that takes too much %s is refused, and the next is rendered', async (_, text) => {
  await expect(renderConfined(text, 512)).rejects.toThrow('is too complex');
  expect(await pixel(await renderConfined(svg('<rect width="10" height="10" fill="red"/>')), 5, 5)).toEqual(red);
});

test.each([
  ['calls', `<path fill="${'('.repeat(1_900_000)}"/>`],
  ['words', `<path fill="${'a'.repeat(1_900_000)}"/>`],
  ['references', `<path fill="${'url(#'.repeat(380_000)}"/>`],
  ['blanks', `<path fill="url(${' '.repeat(1_900_000)}"/>`],
  ['quotes', `<path fill="${"'".repeat(1_900_000)}"/>`],
])('two megabytes of %s are rendered before the time runs out', async (_, content) => {
  expect(await isBlank(await renderConfined(svg(content)))).toBe(true);
});
