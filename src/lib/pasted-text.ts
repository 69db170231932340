// What copying adds to a text: characters that nobody sees, and forms of other widths.

/** Marks of direction, joiners, soft hyphens, the mark of byte order: they come along from web pages and address books. */
export function withoutInvisible(text: string): string {
  return text.replace(/[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu, '');
}

/** Full-width forms, which keyboards for Chinese, Japanese and Korean type, as the ASCII characters that they stand for. */
export function withoutFullWidth(text: string): string {
  return text.replace(/[\uff01-\uff5e\u3000]/g, (character) =>
    character === '\u3000' ? ' ' : String.fromCharCode(character.charCodeAt(0) - 0xfee0),
  );
}
