/** The origin of a site as it is typed or pasted: `www.example.com/page` is `https://www.example.com`. */
export function originOf(typed: string): string {
  const text = typed.trim();
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
  return url && url.origin !== 'null' ? url.origin : text;
}
