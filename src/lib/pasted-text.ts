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

/** The zeros of digits that keyboards for Arabic, Persian, Thai, and the languages of India and its neighbours type. */
const zeros = [...'0٠۰०০੦૦୦௦౦೦൦๐໐༠၀០'].map((zero) => zero.charCodeAt(0));

/** Replaces the digits of other scripts. */
export function westernDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const value = digit.charCodeAt(0) - (zeros.findLast((zero) => zero <= digit.charCodeAt(0)) as number);
    return value < 10 ? `${value}` : digit;
  });
}
