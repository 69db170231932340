/** One key of an installation, or several: the first signs and seals, and what any of them signed or sealed is accepted. */
export type SecretKeys = string | readonly string[];

/** What is made of each key, the one that signs and seals first. */
export function eachKey<Made>(secretKeys: SecretKeys, make: (secretKey: string) => Made): readonly [Made, ...Made[]] {
  const [first, ...earlier] = typeof secretKeys === 'string' ? [secretKeys] : secretKeys;
  if (first === undefined) throw new Error('An installation has at least one key.');
  return [make(first), ...earlier.map(make)];
}
