// Prisma's schema engine without its binary: the same engine as WebAssembly, over the driver adapter. Development only.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as glue from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { engineAdapter } from './engine-adapter.ts';

const require = createRequire(import.meta.url);

/** The compiler's library for Node alone does not have it. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

let loaded: Promise<void> | undefined;

async function load(): Promise<void> {
  const folder = path.dirname(require.resolve('@prisma/schema-engine-wasm/schema_engine_bg'));
  const bytes = readFileSync(path.join(folder, 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': { ...glue } });
  glue.__wbg_set_wasm(instance.exports);
  const { __wbindgen_start: start } = instance.exports;
  if (typeof start === 'function') start();
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: failWith } });
}

/** Without this the engine dies of a bare "unreachable". */
function failWith(message: string): never {
  throw new Error(`Prisma's schema engine: ${message}`);
}

/** Lets the work use an engine that is connected to the database and knows the schema. */
export async function withSchemaEngine<T>(
  { url, schema }: { url: string; schema: string },
  work: (engine: glue.SchemaEngine) => Promise<T>,
): Promise<T> {
  loaded ??= load();
  await loaded;
  const pool = new pg.Pool({ connectionString: url });
  const datamodels: [string, string][] = [['schema.prisma', schema]];
  try {
    using engine = await glue.SchemaEngine.new({ datamodels }, () => undefined, engineAdapter(pool));
    return await work(engine);
  } finally {
    await pool.end();
  }
}
