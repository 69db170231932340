// Characters that copying adds to a text: invisible ones, and forms of other widths.

/** Removes direction marks, joiners, soft hyphens and byte order marks, which come from web pages and address books. */
export function withoutInvisible(text: string): string {
  return text.replace(/[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu, '');
}

/** Replaces full-width forms, which keyboards for Chinese, Japanese and Korean type, with their ASCII characters. */
export function withoutFullWidth(text: string): string {
  return text.replace(/[\uff01-\uff5e\u3000]/g, (character) =>
    character === '\u3000' ? ' ' : String.fromCharCode(character.charCodeAt(0) - 0xfee0),
  );
}

/** Replaces the digits of Arabic and Persian keyboards. */
export function westernDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => `${digit.charCodeAt(0) & 0xf}`);
}
