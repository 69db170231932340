// The values of oidc-provider. It warns of a runtime that does not call itself LTS, as the packaged builds of Node 26 do
// not, although their line is; that warning is left out while the library loads, and no other.
const { warn } = console;
console.warn = (...texts: unknown[]) => {
  if (!String(texts[0]).includes('oidc-provider WARNING: Unsupported runtime')) warn(...texts);
};
export const { default: Provider, errors } = await import('oidc-provider');
console.warn = warn;
