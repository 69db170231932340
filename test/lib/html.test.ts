import { expect, test } from 'vitest';
import { Html, html } from '#src/lib/html.ts';

test('whatever is put into it is escaped, in texts and in attributes', () => {
  const value = `<b title="x" class='y'>&amp;</b>`;
  expect(html`<p title="${value}">${value}</p>`.text).toBe(
    '<p title="&#60;b title=&#34;x&#34; class=&#39;y&#39;&#62;&#38;amp;&#60;/b&#62;">&#60;b title=&#34;x&#34; class=&#39;y&#39;&#62;&#38;amp;&#60;/b&#62;</p>',
  );
});

test('HTML stays as it is, lists are joined, and what is not there is nothing', () => {
  const items = ['a', '<'].map((item) => html`<li>${item}</li>`);
  expect(html`<ul>${items}${undefined}${false}${0}${[]}${new Html('<hr>')}</ul>`.text).toBe(
    '<ul><li>a</li><li>&#60;</li>0<hr></ul>',
  );
});
