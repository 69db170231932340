/** A value that nobody can guess: 256 bits, in letters that an address may have. */
export function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

/** RFC 7636, 4.2: what the authorization shows of the verifier. From it the verifier cannot be found. */
export async function challengeOf(verifier: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
