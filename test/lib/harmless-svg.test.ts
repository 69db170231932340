import { describe, expect, test } from 'vitest';
import { harmlessSvg } from '#src/lib/image/harmless-svg.ts';

const head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="512" height="512">';
const namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

function harmless(content: string, attributes = ''): string {
  const drawn = harmlessSvg(`<svg ${namespaces} viewBox="0 0 10 10" ${attributes}>${content}</svg>`, 512);
  if (typeof drawn !== 'string') throw new Error(drawn.problem);
  return drawn.slice(head.length, -'</svg>\n'.length);
}

describe('what may do harm is left out', () => {
  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['a script by its address', '<script href="data:text/javascript,alert(1)"/>'],
    ['foreign content', '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe/></body></foreignObject>'],
    ['a link', '<a href="javascript:alert(1)"><path d="M0 0"/></a>'],
    ['a picture', '<image href="https://evil.example/track.png"/>'],
    ['an embedded SVG', '<image href="data:image/svg+xml,x"/>'],
    ['a picture of a filter', '<feImage href="https://evil.example/"/>'],
    ['a movement', '<animate attributeName="href" to="javascript:alert(1)"/><set attributeName="onclick" to="x"/>'],
    ['an event', '<handler xmlns="http://www.w3.org/2001/xml-events">x</handler>'],
    ['a processing instruction', '<?xml-stylesheet href="https://evil.example/a.css"?>'],
    ['a comment', '<!-- --><!--><script>alert(1)</script>-->'],
    ['another namespace', '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>'],
    ['a name of another namespace', '<path xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['a style that imports', '<style>@import "https://evil.example/a.css";</style>'],
    ['a style that loads', '<style>path{fill:url(https://evil.example/#a)}</style>'],
    ['a style that loads in disguise', '<style>path{fill:u\\72l(https://evil.example/)}</style>'],
    ['a style that loads without url', '<style>path{mask-image:image-set("//evil.example/" 1x)}</style>'],
    ['a style that refers to what may multiply', '<style>path{mask:url(#m)}</style>'],
  ])('%s', (_, content) => {
    expect(harmless(content)).toBe('');
  });

  test.each([
    ['an event', 'onclick="alert(1)"'],
    ['an event of the load', 'onload="alert(1)"'],
    ['a link', 'href="https://evil.example/#a"'],
    ['a script in a link', 'xlink:href="javascript:alert(1)"'],
    ['a fill that loads', 'fill="url(https://evil.example/#a)"'],
    ['a fill that loads after one that does not', 'fill="url(#a) url(//evil.example/)"'],
    ['a style that loads', 'style="fill:url(&quot;https://evil.example/&quot;)"'],
    ['a style in other letters', 'style="fill:URL(https:evil)"'],
    ['a style that runs', 'style="width:expression(alert(1))"'],
    ['a base', 'xml:base="https://evil.example/"'],
    ['an unknown one', 'formaction="x"'],
  ])('of a part: %s', (_, attribute) => {
    expect(harmless(`<path ${attribute}/>`)).toBe('<path></path>');
    expect(harmless('', attribute)).toBe('');
  });
});

test.each([
  ['a path', '<path d="M0 0H10" fill="#fff"></path>'],
  [
    'a gradient',
    '<linearGradient id="g"><stop offset="1" stop-color="red"></stop></linearGradient><rect fill="url(#g)"></rect>',
  ],
  [
    'a gradient by a style sheet',
    '<style>.a{fill:url(#g)}.b{fill:rgb(1,2,3)}</style><linearGradient id="g"></linearGradient>',
  ],
  ['a mask', '<mask id="m"><path d="M0 0"></path></mask><g mask="url(#m)"></g>'],
  ['a copy', '<defs><path id="p" d="M0 0"></path></defs><use href="#p" x="1"></use>'],
  [
    'a shadow',
    '<filter id="f"><feOffset dy="4"></feOffset><feGaussianBlur stdDeviation="2"></feGaussianBlur></filter>',
  ],
  ['a text', '<text x="1" y="2">A &#38; B</text>'],
  ['a turn', '<g transform="translate(1 2) rotate(45)"></g>'],
])('%s stays as it is, and is the same when it is sent again', (_, content) => {
  expect(harmless(content)).toBe(content);
});

test('a copy in the old way of writing is one in the new', () => {
  expect(harmless('<use xlink:href="#p"/>')).toBe('<use href="#p"></use>');
});

test.each([
  [
    'an entity',
    `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg ${namespaces} viewBox="0 0 1 1"><text>&b;</text></svg>`,
  ],
  [
    'a file as an entity',
    `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg ${namespaces} viewBox="0 0 1 1"><text>&a;</text></svg>`,
  ],
  ['two roots', `<svg ${namespaces} viewBox="0 0 1 1"/><svg ${namespaces}/>`],
  ['what is not well-formed', `<svg ${namespaces} viewBox="0 0 1 1"><path></svg>`],
  ['an unquoted attribute', `<svg ${namespaces} viewBox="0 0 1 1"><path d=M0/></svg>`],
  ['a page', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
])('%s is no SVG', (_, text) => {
  expect(harmlessSvg(text, 512)).toEqual({ problem: 'is no SVG that can be read' });
});

test('the usual declaration and document type are left out', () => {
  const text = `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n<svg ${namespaces} width="24px" height="24px"/>`;
  expect(harmlessSvg(text, 512)).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="512" height="512"></svg>\n',
  );
});

test.each([
  ['calls', `<path fill="${'('.repeat(1_900_000)}"/>`],
  ['words', `<path fill="${'a'.repeat(1_900_000)}"/>`],
  ['references', `<path fill="${'url(#'.repeat(380_000)}"/>`],
  ['blanks', `<path fill="url(${' '.repeat(1_900_000)}"/>`],
])('two megabytes of %s take no longer than reading them', (_, content) => {
  const started = performance.now();
  harmless(content);
  expect(performance.now() - started).toBeLessThan(5_000);
});
