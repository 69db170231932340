import { hash, verify } from '@node-rs/argon2';

/** OWASP's first recommendation for argon2id, the default algorithm of the library. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of a random text that nobody knows, at the cost above: verifying against it takes as long as against a real one. */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$QRgBjsq60fQrf5rC1DePvg$uBo5Y3f0bpFN2oOPLmzf6RmI6I6IMpD20AdcfdlfaK0';

export function hashPassword(password: string): Promise<string> {
  return hash(normalized(password), cost);
}

/** False where there is no hash, and only after the time that a wrong password takes. */
export async function verifyPassword(storedHash: string | null | undefined, password: string): Promise<boolean> {
  const fits = await verify(storedHash ?? nobodysHash, normalized(password));
  return fits && typeof storedHash === 'string';
}

/** Keyboards differ in how they compose an umlaut; the person typed the same password. */
function normalized(password: string): string {
  return password.normalize('NFKC');
}
