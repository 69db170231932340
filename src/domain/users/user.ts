const maxBaseLength = 40;

/** A username made of an e-mail address: its local part, fit for the path of a booking link. */
export function usernameFrom(email: string): string {
  const words = localPart(email).split(/[^a-z0-9]+/);
  return words.filter(Boolean).join('-').slice(0, maxBaseLength).replace(/-$/, '') || 'user';
}

/** The best guess at a person's name until they tell it: `ada.lovelace@…` is Ada Lovelace. */
export function nameFrom(email: string): { firstName: string; lastName: string } {
  const words = localPart(email)
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
    .map(capitalized);
  return { firstName: words[0] ?? '', lastName: words.slice(1).join(' ') };
}

/** Without a `+tag`, which sorts mail and names nobody. */
function localPart(email: string): string {
  return email.toLowerCase().replace(/@.*$/s, '').replace(/\+.*$/s, '');
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
