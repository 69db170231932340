import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { environmentReaders } from './house.ts';

const readsEnvironment = [
  /\bprocess\s*\??\.\s*env\b/,
  /\bprocess\s*\[/,
  /\{[^}]*\benv\b[^}]*\}\s*=\s*(globalThis\.)?process\b/,
  /import\s[^;]*\benv\b[^;]*from\s+'(node:)?process'/,
  // `DEV` and `SSR` are constants of the builds of the web application.
  /\bimport\.meta\.env\b(?!\.(?:DEV|SSR)\b)/,
  /\b(loadEnvFile|dotenv)\b/,
];

/** `import('./x.ts').X` and `typeof import('./x.ts')`: types that the survey of imports does not see. */
const unseenImport = /\btypeof\s+import\(|\bimport\(\s*['"][.#][^'"]*['"]\s*\)\s*\.(?!then\b|catch\b|finally\b)/;

/** A statement that is run by its text: only the room of the database knows SQL. */
const runsSql = /\$(?:query|execute)Raw\b|\.query(?:<[^(]*>)?\(\s*['"`]/;

/** Fields that are spread from an object of their own only keep lines short. In JSX it is how properties are grouped. */
const spreadsLiteral = /(?<!\{)\.\.\.\{\s*[\w'"]/;

/** Returns what the text of a file violates beside its imports. */
export function textViolations(file: string, text: string): string[] {
  const violations: string[] = [];
  const mayRead = environmentReaders.includes(file);
  if (!mayRead && readsEnvironment.some((pattern) => pattern.test(text)))
    violations.push(`reads the environment: ${file}`);
  if (unseenImport.test(text)) violations.push(`imports a type without an import statement: ${file}`);
  if (file.startsWith('src/services/') && runsSql.test(text)) violations.push(`runs SQL: ${file}`);
  if (spreadsLiteral.test(text)) violations.push(`spreads fields that it could list: ${file}`);
  if (path.basename(file) === 'index.ts') violations.push(`named like a barrel: ${file}`);
  return violations;
}

export async function textViolationsIn(root: string, files: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    files.map(async (file) => textViolations(file, await readFile(path.join(root, file), 'utf8'))),
  );
  return found.flat();
}
