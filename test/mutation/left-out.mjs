import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** What no error is planted in. */
const ignorer = {
  shouldIgnore({ node, parent }) {
    // The printed contract in `schema` has each description of an input, and `test/contract` compares them.
    const describes = parent?.type === 'CallExpression' && /^(describe|meta)$/.test(parent.callee.property?.name);
    const isNamed = node.type === 'VariableDeclarator' && /descriptions?$/i.test(node.id.name);
    if ((describes && parent.callee !== node) || isNamed) return 'It describes an input.';
    // Stryker negates a property such as RGI_Emoji, which JavaScript refuses, and then no test of the file runs.
    return node.type === 'RegExpLiteral' && node.flags.includes('v') ? 'It cannot be negated.' : undefined;
  },
};

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'left-out', ignorer)];
