interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: (text: string) => string }): unknown;
}

/**
 * Under the page's policy no text becomes HTML, except through this one. Mantine writes its style sheets as HTML of a
 * style element; a text without `<` can make no element there, so this policy lets just such texts pass.
 */
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
trustedTypes?.createPolicy('default', {
  createHTML(text) {
    if (text.includes('<')) throw new TypeError('A text with an element in it may not become HTML');
    return text;
  },
});
