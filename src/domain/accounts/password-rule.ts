import { isVisible } from '#src/domain/input.ts';

/** The owner of a password. Attackers try these texts first. */
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
  ownText: `Must not be your name or email address, the name of the workspace, or ${product}: ${advice}`,
};

interface Words {
  readonly own: ReadonlySet<string>;
  readonly isCommon: (text: string) => boolean;
}

/**
 * The reason why a password is easy to guess; undefined for a good one. The checks are those of NIST SP 800-63B-4: common
 * passwords and texts of the account, each also combined with others, digits or symbols. There are no composition rules.
 */
export function passwordProblem(
  password: string,
  { owner, isCommon }: { readonly owner: PasswordOwner; readonly isCommon: (text: string) => boolean },
): string | undefined {
  const text = folded(password);
  const plain = lettersAndDigits(text);
  // A few letters among many symbols do not make a pattern.
  const isMostlyPlain = plain.length * 2 >= text.length;
  if (isPattern(text) || (isMostlyPlain && (isPattern(plain) || date.test(plain)))) return problems.common;
  const words = { own: ownTexts(owner), isCommon };
  // Common passwords such as `p@ssword` contain symbols.
  const kinds = [text, plain].map((each) => wordsOnly(each, words));
  if (kinds.includes('common')) return problems.common;
  return kinds.includes('own') ? problems.ownText : undefined;
}

/** Normalizes the text as the hash does, and ignores letter case. */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim();
}

function lettersAndDigits(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}

/** A word with fewer letters counts only if it is half of the password: random passwords contain such words too. */
const minLetters = 3;
/** No common password is longer. Without this bound, 200 characters that NFKC expands to four each take a third of a second. */
const maxLetters = 64;

function isWordIn(text: string, word: string): boolean {
  return word.length >= minLetters && (word.length * 2 >= text.length || countLetters(word) >= minLetters);
}

function countLetters(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

/**
 * The kind of words that a text consists of, besides digits and symbols: `own` for words of the account, `common` for one
 * common password, repeated or next to such words. Several common words form a passphrase: the result is undefined.
 */
function wordsOnly(text: string, { own, isCommon }: Words): 'own' | 'common' | undefined {
  // For each position, the common words in a split of the text before it into words; '' stands for none.
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

/** True for an invisible text, a repetition of up to four characters, or one or two sequences: `abcd1234`. */
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

/** The texts of the account and all runs of their words: a workspace name also counts without its `GmbH`. */
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
