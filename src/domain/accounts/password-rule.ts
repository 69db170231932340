import { isVisible } from '#src/domain/input.ts';

/** Whose password it is, or is to be. Others try these texts first. */
export interface PasswordOwner {
  readonly email: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly workspaceNames: readonly string[];
}

const product = 'Slotline';

const advice = 'a few random words are easy to remember and hard to guess';
const problems = {
  common: `Must not be a common password or a simple pattern: ${advice}`,
  ownText: `Must not be a name or email address of yours, the name of the workspace, or ${product}: ${advice}`,
};

interface Words {
  readonly own: ReadonlySet<string>;
  readonly isCommon: (text: string) => boolean;
}

/**
 * Why others would guess a password soon; undefined where it is good. The checks are those of NIST SP 800-63B-4: common
 * passwords, and texts of the account, each also with others of them, digits or signs. There are no rules of composition.
 */
export function passwordProblem(
  password: string,
  { owner, isCommon }: { readonly owner: PasswordOwner; readonly isCommon: (text: string) => boolean },
): string | undefined {
  const text = folded(password);
  const plain = lettersAndDigits(text);
  // Few letters among many signs are no pattern.
  const isMostlyPlain = plain.length * 2 >= text.length;
  if (isPattern(text) || (isMostlyPlain && (isPattern(plain) || date.test(plain)))) return problems.common;
  const words = { own: ownTexts(owner), isCommon };
  // Common passwords such as `p@ssword` have signs within.
  const kinds = [text, plain].map((each) => wordsOnly(each, words));
  if (kinds.includes('common')) return problems.common;
  return kinds.includes('own') ? problems.ownText : undefined;
}

/** As the hash normalizes it, and without the difference of letter case. */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim();
}

function lettersAndDigits(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Fewer letters are no word, unless they are half of the password: random passwords have them too. */
const minLetters = 3;
/** No common password is longer. Without this bound, 200 characters that each stand for four would take a third of a second. */
const maxLetters = 64;

function isWordIn(text: string, word: string): boolean {
  return word.length >= minLetters && (word.length * 2 >= text.length || countLetters(word) >= minLetters);
}

function countLetters(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

/**
 * The kind of words that a text consists of, besides digits and signs: words of the account, or these and one common
 * password, which may be repeated. Several common words are a passphrase: then it is undefined.
 */
function wordsOnly(text: string, { own, isCommon }: Words): 'own' | 'common' | undefined {
  // The common words with which the text up to each place consists of words; '' stands for none.
  const reached = Array.from({ length: text.length + 1 }, () => new Set<string>());
  reached[0]?.add('');
  for (const [start, before] of reached.entries()) {
    if (before.size === 0) continue;
    if (/^\P{L}/u.test(text.slice(start, start + 2))) for (const common of before) reached[start + 1]?.add(common);
    const last = Math.min(text.length, start + maxLetters);
    for (let end = start + minLetters; end <= last; end++) {
      const word = text.slice(start, end);
      const [isOwn, isListed] = [own.has(word), isCommon(word)];
      if (!(isOwn || isListed) || !isWordIn(text, word)) continue;
      for (const common of before) {
        if (isOwn) reached[end]?.add(common);
        if (isListed && (common === '' || common === word)) reached[end]?.add(word);
      }
    }
  }
  const ways = reached[text.length];
  if (own.has(text) || (countLetters(text) > 0 && ways?.has(''))) return 'own';
  return [...(ways ?? [])].some(Boolean) ? 'common' : undefined;
}

/** Letters, digits and keys that follow each other. */
const sequences = [
  ...['abcdefghijklmnopqrstuvwxyz', '01234567890'],
  ...['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'yxcvbnm', 'azertyuiop', 'qsdfghjklm', 'wxcvbn'],
];
const neighbours = new Set(
  sequences.flatMap((sequence) =>
    [...sequence].slice(1).flatMap((letter, index) => [`${sequence[index]}${letter}`, `${letter}${sequence[index]}`]),
  ),
);

const [day, month, year] = ['(0?[1-9]|[12]\\d|3[01])', '(0?[1-9]|1[0-2])', '(19|20)?\\d\\d'];
const date = new RegExp(`^(${year}${month}${day}|${day}${month}${year}|${month}${day}${year})$`);

const maxPeriod = 4;

/** A text that cannot be seen, that repeats up to four characters, or that is one run or two: `abcd1234`. */
function isPattern(text: string): boolean {
  if (!isVisible(text)) return true;
  const characters = [...text];
  for (let period = 1; period <= maxPeriod; period++) {
    if (characters.every((each, index) => index < period || each === characters[index - period])) return true;
  }
  const breaks = characters.filter((each, index) => {
    const before = characters[index - 1];
    return before !== undefined && before !== each && !neighbours.has(before + each);
  });
  return breaks.length <= 1;
}

/** The texts of the account and their parts of successive words: a workspace also without `GmbH` or a bracketed addition. */
function ownTexts({ email, firstName = '', lastName = '', workspaceNames }: PasswordOwner): ReadonlySet<string> {
  const texts = [email, `${firstName} ${lastName}`, `${lastName} ${firstName}`, ...workspaceNames, product];
  const parts = texts.flatMap((text) => {
    const words = folded(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean);
    return words.flatMap((_, start) =>
      words.slice(start).map((_, index) => words.slice(start, start + index + 1).join('')),
    );
  });
  return new Set(parts);
}
