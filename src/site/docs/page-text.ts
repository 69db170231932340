import type { SiteAddresses } from '../look/document.ts';
import { inEveryLanguage } from './example.ts';

/** The URL of both the API and the web application in the files: that of a server without configuration. */
const addressInFiles = 'http://localhost:3000';
/** The paths of the web application, which may have another URL than the API. */
const webApplication =
  /^\/(?:calls|contacts|deals|events|overview|schedules|settings|sign-in|sign-up|forgot-password|oauth\/authorize|e|b|embed)\b/;

/** A documentation file as a server with these URLs shows it. */
export function pageText(file: string, addresses: SiteAddresses): string {
  const text = file
    // Removes the marks of the parts that `npm run schema` writes.
    .replace(/^<!-- \/?facts(?:: [\w-]+)? -->\n/gm, '')
    // Links between files are relative, so that they work wherever the files are read.
    .replace(
      /\]\((?:[./\w-]+\/)?([\w-]+)\.md(?=[#)])/g,
      (_, name: string) => `](${addressInFiles}/docs/${name.toLowerCase()}.md`,
    )
    // Tests have no page: only their names remain.
    .replace(/\[([^\]]+)\]\(test\/[\w./-]+\)/g, '$1')
    .replaceAll(
      new RegExp(`${addressInFiles}(?!\\d)(\\/[\\w/-]*)?`, 'g'),
      (_, path = '') => `${webApplication.test(path) ? addresses.appUrl : addresses.baseUrl}${path}`,
    );
  return inEveryLanguage(text);
}
