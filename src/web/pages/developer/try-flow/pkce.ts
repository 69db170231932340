/** A value that nobody can guess: 256 bits, in letters that an address may have. */
function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

/** The values of one authorization that the app must remember until the person is back. Each serves once. */
export interface OneTimeValues {
  readonly state: string;
  readonly verifier: string;
  /** The SHA-256 of the verifier. */
  readonly challenge: string;
}

export async function newOneTimeValues(): Promise<OneTimeValues> {
  const verifier = randomText();
  return { state: randomText(), verifier, challenge: await challengeOf(verifier) };
}

/** RFC 7636, 4.2: what the authorization shows of the verifier. From it the verifier cannot be found. */
async function challengeOf(verifier: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
