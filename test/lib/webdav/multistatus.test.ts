import { describe, expect, it } from 'vitest';
import { parseMultistatus } from '#src/lib/webdav/multistatus.ts';
import { attributeOf, childrenOf, namesIn, textOf, xmlText } from '#src/lib/webdav/xml.ts';
import { retryWhenSlow } from '../../support/retry-when-slow.ts';

const document = (content: string) =>
  `<?xml version="1.0"?><x:multistatus xmlns:x="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${content}</x:multistatus>`;

const resource = (properties: string, href = '/calendars/one/') =>
  `<x:response><x:href>${href}</x:href><x:propstat><x:prop>${properties}</x:prop><x:status>HTTP/1.1 200 OK</x:status></x:propstat></x:response>`;

const first = (text: string) => parseMultistatus(text)[0];

describe('an answer of WebDAV', () => {
  it('gives the properties that a resource has, by their local names', () => {
    const found = first(document(resource('<x:displayname>Work</x:displayname><c:kind/>')));
    expect(found?.href).toBe('/calendars/one/');
    expect(textOf(found?.property('displayname'))).toBe('Work');
    expect(found?.property('kind')).toBe('');
    expect(found?.property('constructor')).toBeUndefined();
  });

  it('may write DAV: as the namespace without a prefix', () => {
    const text =
      '<multistatus xmlns="DAV:"><response><href> /a/ </href><status>HTTP/1.1 404 Not Found</status></response></multistatus>';
    expect(first(text)).toMatchObject({ href: '/a/', status: 404 });
  });

  it('keeps the properties apart that a resource does not give', () => {
    const found = first(
      document(
        '<x:response><x:href>/a/</x:href><x:propstat><x:prop><x:displayname>Secret</x:displayname></x:prop><x:status>HTTP/1.1 403 Forbidden</x:status></x:propstat></x:response>',
      ),
    );
    expect(found?.property('displayname')).toBeUndefined();
    expect(found?.failure('displayname')).toBe(403);
    expect(found?.failure('getetag')).toBeUndefined();
  });

  it('does not take properties without a status for good', () => {
    const text =
      '<x:response><x:href>/a/</x:href><x:propstat><x:prop><x:getetag>1</x:getetag></x:prop></x:propstat></x:response>';
    const found = first(document(text));
    expect([found?.property('getetag'), found?.failure('getetag')]).toEqual([undefined, 0]);
  });

  it('names several resources that have a status in common', () => {
    const text =
      '<x:response><x:href>/a/</x:href><x:href>/b/</x:href><x:status>HTTP/1.1 423 Locked</x:status></x:response>';
    expect(parseMultistatus(document(text)).map(({ href, status }) => [href, status])).toEqual([
      ['/a/', 423],
      ['/b/', 423],
    ]);
  });

  it('decodes each reference once, and none in CDATA', () => {
    const text = resource('<a>1 &lt; 2 &amp;lt; &#13;&#x1F600;</a><b><![CDATA[&amp;<b>]]></b>');
    const found = first(document(text));
    expect(textOf(found?.property('a'))).toBe('1 < 2 &lt; \r😀');
    expect(textOf(found?.property('b'))).toBe('&amp;<b>');
  });

  it('leaves a reference to no character as it is', () => {
    expect(textOf(first(document(resource('<a>&#9999999;&unknown;</a>')))?.property('a'))).toBe('&#9999999;&unknown;');
  });

  it('gives the names of components', () => {
    const text = resource('<c:set><c:comp name="VEVENT"/><c:comp name="VTODO"/></c:set>');
    const set = first(document(text))?.property('set');
    expect(childrenOf(set, 'comp').map((each) => attributeOf(each, 'name'))).toEqual(['VEVENT', 'VTODO']);
    expect(namesIn(set)).toEqual(['comp']);
  });
});

describe('what is no answer of WebDAV', () => {
  const lol = Array.from({ length: 10 }, (_, level) => {
    const inner = level === 0 ? 'lol' : `&l${level - 1};`.repeat(10);
    return `<!ENTITY l${level} "${inner}">`;
  }).join('');
  it.each<[string, string]>([
    ['nothing', ''],
    ['a word', 'garbage'],
    ['a page', '<!DOCTYPE html><html><body><p>Log in<br></body></html>'],
    ['a page that is well-formed', '<html><body>Log in</body></html>'],
    ['a billion laughs', `<!DOCTYPE x [${lol}]><multistatus>&l9;</multistatus>`],
    [
      'a quadratic bomb',
      `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(50_000)}">]><multistatus>${'&a;'.repeat(50_000)}</multistatus>`,
    ],
    ['a file of this machine', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><multistatus>&a;</multistatus>'],
    ['an answer that was cut', document(resource('<a>1</a>')).slice(0, -30)],
    ['an answer that was cut between two resources', document(resource('<a>1</a>')).replace('</x:multistatus>', '')],
    ['elements that end in another order', '<multistatus><a><b></a></b></multistatus>'],
    ['elements 100,000 deep', `<multistatus>${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}</multistatus>`],
    ['a name that objects have', document('<__proto__><a/></__proto__>')],
    ['JSON', '{"multistatus": []}'],
  ])('%s is refused', { retry: retryWhenSlow }, (_name, text) => {
    const started = performance.now();
    expect(() => parseMultistatus(text)).toThrow();
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

it('a text in a document of ours ends no element and no attribute', () => {
  expect(xmlText('</href>"&amp;\u0000\u001b\n')).toBe('&lt;/href&gt;&quot;&amp;amp;\n');
});
