import { describe, expect, it } from 'vitest';
import { parseMultistatus as parse } from '#src/lib/webdav/multistatus.ts';
import {
  attributeOf,
  childrenOf,
  namesIn,
  TooMuchXml,
  textOf,
  UnreadableXml,
  xmlLimits,
  xmlText,
} from '#src/lib/webdav/xml.ts';
import { computing } from '../../support/computing.ts';

const names = ['displayname', 'kind', 'getetag', 'a', 'b', 'set'];
const parseMultistatus = (text: string) => parse(text, names, 1_000);

const document = (content: string) =>
  `<?xml version="1.0"?><x:multistatus xmlns:x="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${content}</x:multistatus>`;

const resource = (properties: string, href = '/calendars/one/') =>
  `<x:response><x:href>${href}</x:href><x:propstat><x:prop>${properties}</x:prop><x:status>HTTP/1.1 200 OK</x:status></x:propstat></x:response>`;

const first = (text: string) => parseMultistatus(text)[0];

describe('an answer of WebDAV', () => {
  it('gives the properties that a resource has, by their local names', () => {
    const found = first(document(resource('<x:displayname>Work</x:displayname><c:kind/>')));
    expect(found?.href).toBe('/calendars/one/');
    expect(textOf(found?.properties.get('displayname'))).toBe('Work');
    expect(found?.properties.get('kind')).toBe('');
    expect(found?.properties.get('constructor')).toBeUndefined();
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
    expect(found?.properties.get('displayname')).toBeUndefined();
    expect(found?.failures.get('displayname')).toBe(403);
    expect(found?.failures.get('getetag')).toBeUndefined();
  });

  it('does not take properties without a status for good', () => {
    const text =
      '<x:response><x:href>/a/</x:href><x:propstat><x:prop><x:getetag>1</x:getetag></x:prop></x:propstat></x:response>';
    const found = first(document(text));
    expect([found?.properties.get('getetag'), found?.failures.get('getetag')]).toEqual([undefined, 0]);
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
    expect(textOf(found?.properties.get('a'))).toBe('1 < 2 &lt; \r😀');
    expect(textOf(found?.properties.get('b'))).toBe('&amp;<b>');
  });

  it('leaves a reference to no character as it is', () => {
    expect(textOf(first(document(resource('<a>&#9999999;&unknown;</a>')))?.properties.get('a'))).toBe(
      '&#9999999;&unknown;',
    );
  });

  it('gives the names of components', () => {
    const text = resource('<c:set><c:comp name="VEVENT"/><c:comp name="VTODO"/></c:set>');
    const set = first(document(text))?.properties.get('set');
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
  ])('%s is refused', (_name, text) => {
    const ms = computing(() => {
      expect(() => parseMultistatus(text)).toThrow();
    });
    expect(ms).toBeLessThan(2_000);
  });
});

describe('an answer that has too much', () => {
  const { elements, attributes, references, depth } = xmlLimits;
  const some = (count: number, of: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => of(index)).join('');
  it.each<[string, (extra: number) => string, string]>([
    ['elements', (extra) => some(elements - 2 + extra, () => '<a/>'), 'has more than 300,000 elements'],
    ['comments', (extra) => some(elements - 2 + extra, () => '<!---->'), 'has more than 300,000 elements'],
    [
      'attributes',
      (extra) => `<a${some(attributes - 2 + extra, () => ' b="1"')}/>`,
      'has more than 300,000 attributes',
    ],
    ['references', (extra) => `<a>${'&lt;'.repeat(references + extra)}</a>`, 'has more than 1,000,000 references'],
    [
      'names',
      (extra) => some(xmlLimits.names - 1 + extra, (index) => `<a${index}/>`),
      'has more than 1,000 different names',
    ],
    [
      'levels',
      (extra) => '<a>'.repeat(depth - 1 + extra) + '</a>'.repeat(depth - 1 + extra),
      'is nested more than 30 levels deep',
    ],
    ['resources', (extra) => some(1_000 + extra, () => resource('')), 'has more than 1,000 resources'],
  ])('of %s is refused, and one that has as many is read', (_name, content, problem) => {
    expect(() => parseMultistatus(document(content(0)))).not.toThrow();
    expect(() => parseMultistatus(document(content(1)))).toThrow(new TooMuchXml(problem));
  });

  it('in an attribute or a name is not well-formed', () => {
    expect(() => parseMultistatus(document(`<a name="${'x'.repeat(4_096)}"/>`))).not.toThrow();
    expect(() => parseMultistatus(document(`<a name="${'x'.repeat(4_097)}"/>`))).toThrow(UnreadableXml);
    expect(() => parseMultistatus(document(`<${'x'.repeat(257)}/>`))).toThrow(UnreadableXml);
  });

  it('of properties that nobody requested does not give them', () => {
    const [found] = parseMultistatus(document(resource('<a>1</a><secret>2</secret>')));
    expect([...(found?.properties.keys() ?? [])]).toEqual(['a']);
  });
});

it('a text in a document of ours ends no element and no attribute', () => {
  expect(xmlText('</href>"&amp;\u0000\u001b\n')).toBe('&lt;/href&gt;&quot;&amp;amp;\n');
});
