// Names are what somebody typed. In an e-mail they appear on a line of their own or in quotes, and never in front of a link.

/** A name could have line breaks, which would look like lines of ours, or characters that turn the text after it around. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Programs for mail make links of such names, which somebody may have chosen for that. */
export function hasAddress(name: string): boolean {
  // As a mail program may read it: other dots and letters of other widths count, and what cannot be seen does not.
  const read = name
    .normalize('NFKC')
    .replaceAll('。', '.')
    .replace(/\p{Cf}/gu, '');
  return /:\/\/|@|\bwww\.|[\p{L}\p{N}]\.\p{L}{2}|\d\.\d+\.\d+\.\d/iu.test(read);
}
