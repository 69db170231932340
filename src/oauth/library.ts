// The exports of oidc-provider. It warns of a runtime that does not call itself LTS, as packaged builds of Node 26 do not
// although their release line is LTS. Only this warning is suppressed while the library loads.
const { warn } = console;
console.warn = (...texts: unknown[]) => {
  if (!String(texts[0]).includes('oidc-provider WARNING: Unsupported runtime')) warn(...texts);
};
export const { default: Provider, errors } = await import('oidc-provider');
console.warn = warn;
