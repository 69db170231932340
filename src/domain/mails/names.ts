// Anyone can choose a name. In an e-mail, it appears on a line of its own or in quotes, and never in front of a link.

/** A name could have line breaks, which would look like our own lines, or characters that reverse the text after it. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/**
 * The name with which a mail begins; undefined for a text that is hardly a person's name. Anyone may book with another's address,
 * and must not be able to send a message in the place of a name.
 */
export function greetedName(text: string): string | undefined {
  const name = oneLine(text);
  const isName = /^\p{L}[\p{L}\p{M}'’. -]{0,39}$/u.test(name) && name.split(' ').length <= 4;
  return isName && !hasAddress(name) ? name : undefined;
}

/** Mail programs turn such names into links, and somebody may have chosen a name for that. */
export function hasAddress(name: string): boolean {
  // Read the name as a mail program may: other dots and letters of other widths count, invisible characters do not.
  const read = name
    .normalize('NFKC')
    .replaceAll('。', '.')
    .replace(/\p{Cf}/gu, '');
  return /:\/\/|@|\bwww\.|[\p{L}\p{N}]\.\p{L}{2}|\d\.\d+\.\d+\.\d/iu.test(read);
}
