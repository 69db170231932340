import { originOf } from '../../../parts/embed-origins.ts';

/** What is wrong with the address of a site; null if the workspace can allow it. */
export function siteProblem(typed: string, allowed: readonly string[]): string | null {
  if (typed.trim() === '') return 'Add the address of your site';
  const { protocol, hostname = '' } = URL.parse(originOf(typed)) ?? {};
  // Browsers write a host in any script in these characters, and accept others that no site has.
  if (!/^[a-z\d.-]+$/.test(hostname)) return 'Must be the address of a site, such as www.example.com';
  if (protocol !== 'https:' && !(protocol === 'http:' && hostname === 'localhost')) return 'Must begin with https://';
  return allowed.includes(originOf(typed)) ? 'This site is already allowed' : null;
}
