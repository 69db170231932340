/** The origin of a site as it is typed or pasted: `www.example.com/page` is `https://www.example.com`. */
export function originOf(typed: string): string {
  const text = typed.trim();
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
  return url && url.origin !== 'null' ? url.origin : text;
}

/** What is wrong with the address of a site; null if the workspace can allow it. */
export function siteProblem(typed: string, allowed: readonly string[]): string | null {
  if (typed.trim() === '') return 'Add the address of your site';
  const { protocol, hostname = '' } = URL.parse(originOf(typed)) ?? {};
  // Browsers write a host in any script in these characters, and accept others that no site has.
  if (!/^[a-z\d.-]+$/.test(hostname)) return 'Must be the address of a site, such as www.example.com';
  if (protocol !== 'https:' && !(protocol === 'http:' && hostname === 'localhost')) return 'Must begin with https://';
  return allowed.includes(originOf(typed)) ? 'This site is already allowed' : null;
}
