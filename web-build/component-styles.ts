import type { Plugin } from 'vite';

const component = /\/@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/;

/**
 * Gives every component of Mantine that is in use its own styles, in the chunk that it is in: the sheet of all of them is
 * three times as large as what the first page needs.
 */
export function componentStyles(): Plugin {
  return {
    name: 'component-styles',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      const [, name] = component.exec(id) ?? [];
      return name && { code: `import '@mantine/core/styles/${name}.layer.css';\n${code}`, map: null };
    },
  };
}
