import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export interface BuiltApplication extends Disposable {
  readonly folder: string;
}

/** A folder as the build of the web application writes it: files by path, those of a page and script also compressed. */
export function builtApplication(files: Readonly<Record<string, string | Buffer>>): BuiltApplication {
  const folder = mkdtempSync(path.join(tmpdir(), 'application-'));
  for (const name of ['assets', 'pages']) mkdirSync(path.join(folder, name));
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    if (!/[.](js|css|html)$/.test(name)) continue;
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content));
  }
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
