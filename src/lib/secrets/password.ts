import { hash, verify } from '@node-rs/argon2';

/** OWASP's first recommendation for argon2id, which is the library's default algorithm. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of an unknown random text at the cost above. Verifying against it takes as long as against a real hash. */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$QRgBjsq60fQrf5rC1DePvg$uBo5Y3f0bpFN2oOPLmzf6RmI6I6IMpD20AdcfdlfaK0';

export function hashPassword(password: string): Promise<string> {
  return hash(normalized(password), cost);
}

/** Without a stored hash the answer is false, and takes as long as for a wrong password. */
export async function verifyPassword(storedHash: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(storedHash ?? dummyHash, normalized(password));
  return matches && typeof storedHash === 'string';
}

/** Keyboards compose an umlaut in different ways, but the person typed the same password. */
function normalized(password: string): string {
  return password.normalize('NFKC');
}
