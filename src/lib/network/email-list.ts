/**
 * The addresses of a text in which people have listed them: separated by commas, semicolons, spaces or line breaks, or as a mail
 * program copies them, `Sam Lee <sam@example.com>`. Whether they are addresses is checked elsewhere.
 */
export function listedEmails(text: string): string[] {
  const parts = text.split(/[,;\n]/).map((part) => part.trim());
  return parts
    .flatMap((part) => (part.endsWith('>') ? part.slice(part.lastIndexOf('<') + 1, -1).trim() : part.split(/\s+/)))
    .filter((address) => address !== '');
}
