import type { SiteAddresses } from '../look/document.ts';
import { inEveryLanguage } from './example.ts';

/** The address that the files name for both the API and the web application: a server without configuration has it. */
const addressInFiles = 'http://localhost:3000';
/** Below these paths are pages for people, which may have another address than the API. */
const webApplication =
  /^\/(?:calls|contacts|events|schedules|settings|sign-in|sign-up|forgot-password|oauth\/authorize|e|b|embed)\b/;

/** A file of the documentation as a server at these addresses shows it. */
export function pageText(file: string, addresses: SiteAddresses): string {
  const text = file
    // The marks of the parts that `npm run schema` writes.
    .replace(/^<!-- \/?facts(?:: [\w-]+)? -->\n/gm, '')
    // Between files a link is relative, so that it leads somewhere wherever they are read.
    .replace(
      /\]\((?:[./\w-]+\/)?([\w-]+)\.md(?=[#)])/g,
      (_, name: string) => `](${addressInFiles}/docs/${name.toLowerCase()}.md`,
    )
    // Tests have no page: their names stay.
    .replace(/\[([^\]]+)\]\(test\/[\w./-]+\)/g, '$1')
    .replaceAll(
      new RegExp(`${addressInFiles}(?!\\d)(\\/[\\w/-]*)?`, 'g'),
      (_, path = '') => `${webApplication.test(path) ? addresses.appUrl : addresses.baseUrl}${path}`,
    );
  return inEveryLanguage(text);
}
