import { accentShades } from '#src/lib/accent-shades.ts';
import { type Html, type HtmlPart, html } from '#src/lib/html.ts';
import { directionOf, insideOf } from '../languages/direction.ts';
import type { Language } from '../languages/language.ts';

// One layout for all e-mails. It sets colours only for the button, and there both: dark mode has its own background and text
// colour, and setting only one of them could clash with the other. The only picture is the logo of a workspace.

export interface MailParts {
  /** The language of the texts around names. */
  readonly language: Language;
  readonly heading?: string | undefined;
  /** The first line after the heading, to a person whose name is known. */
  readonly greeting?: string | undefined;
  readonly brand?: MailBrand | undefined;
  readonly lines: readonly string[];
  /** Details, each with its label. */
  readonly facts?: readonly Fact[];
  readonly link?: MailLink | undefined;
  readonly end: string;
  /** A small link after the end. */
  readonly endLink?: Pick<MailLink, 'href' | 'text'> | undefined;
}

/** The looks of the workspace that a mail comes from. */
export interface MailBrand {
  readonly workspaceName: string;
  /** The public URL of the logo; null if there is none. */
  readonly logoUrl: string | null;
  readonly accentColor: string | null;
}

export interface Fact {
  readonly label: string;
  readonly value: string;
  /** The target of the value if it is a link, which the value shows. */
  readonly href?: string | undefined;
}

export interface MailLink {
  readonly href: string;
  readonly text: string;
  /** The text before the address, for readers who cannot press the button: `Or open this link:`. */
  readonly orOpen: string;
}

/** Both forms of an e-mail. */
export function mailForms(parts: MailParts): { readonly text: string; readonly html: string } {
  return { text: plainText(parts), html: page(parts).text };
}

function plainText({ language, heading, greeting, lines, facts = [], link, end, endLink }: MailParts): string {
  const factLines = facts.map(({ label, value }) => `${label}: ${insideOf(language, value)}`).join('\n');
  const linkLines = link && `${link.text}:\n${link.href}`;
  const endLines = endLink && `${endLink.text}:\n${endLink.href}`;
  const paragraphs = [heading, greeting, ...lines, factLines, linkLines, end, endLines].filter((each) => each);
  return `${paragraphs.join('\n\n')}\n`;
}

const small = 'font-size:14px';

function page({ language, heading, greeting, brand, lines, facts = [], link, end, endLink }: MailParts): Html {
  const isRightToLeft = directionOf(language) === 'rtl';
  // Programs that show a mail inside their own page drop the element `html`.
  const direction = isRightToLeft && html` dir="rtl"`;
  return html`<!doctype html>
<html lang="${language}"${direction}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>:root { color-scheme: light dark; supported-color-schemes: light dark; }</style>
</head>
<body style="margin:0;padding:24px;font-family:system-ui,sans-serif;font-size:16px;line-height:1.5">
<div${direction} style="max-width:480px;margin:0 auto">
${brand && logo(brand)}${heading !== undefined && html`<h1 style="font-size:22px;line-height:1.3">${heading}</h1>\n`}${[greeting, ...lines].map((line) => line !== undefined && html`<p style="white-space:pre-line">${line}</p>\n`)}${facts.length > 0 && factTable(facts, isRightToLeft)}${link && button(link, brand?.accentColor ?? ownAccent)}<p style="${small}">${end}${endLink && html` <a href="${endLink.href}">${endLink.text}</a>`}</p>
</div>
</body>
</html>
`;
}

function factTable(facts: readonly Fact[], isRightToLeft: boolean): Html {
  // Not every mail program knows `text-align:start`.
  const side = isRightToLeft ? 'text-align:right;padding:4px 0 4px 16px' : 'text-align:left;padding:4px 16px 4px 0';
  const rows = facts.map(
    ({ label, value, href }) =>
      html`<tr><th scope="row" style="${side};vertical-align:top;font-weight:600">${label}</th><td style="padding:4px 0;overflow-wrap:anywhere">${href === undefined ? html`<bdi>${value}</bdi>` : html`<a href="${href}"><bdi>${value}</bdi></a>`}</td></tr>\n`,
  );
  return html`<table style="border-collapse:collapse">\n${rows}</table>\n`;
}

/** Programs that load no pictures show the name. */
function logo({ logoUrl, workspaceName }: MailBrand): HtmlPart {
  return (
    logoUrl !== null &&
    html`<p style="margin:0 0 16px"><img src="${logoUrl}" alt="${workspaceName}" style="display:block;max-width:200px;max-height:48px;height:auto;border:0"></p>\n`
  );
}

const ownAccent = '#4f46e5';

function button({ href, text, orOpen }: MailLink, accent: string): Html {
  const { fill, ink } = accentShades(accent);
  return html`<p><a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${fill};color:${ink};text-decoration:none">${text}</a></p>
<p style="${small}">${orOpen} <bdi>${href}</bdi></p>
`;
}
