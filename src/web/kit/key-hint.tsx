/** The key of a button, printed on it. Screen readers find it in the list of keys. */
export function KeyHint({ of: key }: { readonly of: string }) {
  return <span className="key-hint" data-key={key} aria-hidden="true" />;
}
