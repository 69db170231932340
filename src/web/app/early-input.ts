/** Repeats for React what was typed and chosen in the page of the server before React listened. */
export function repeatEarlyInput(page: Document): void {
  for (const field of page.querySelectorAll('input, textarea')) {
    if (field instanceof HTMLTextAreaElement) repeatText(field, HTMLTextAreaElement.prototype);
    else if (!(field instanceof HTMLInputElement)) continue;
    else if (field.type === 'checkbox' || (field.type === 'radio' && field.checked)) repeatCheck(field);
    else if (field.type === 'radio') continue;
    else if (field.type !== 'file') repeatText(field, HTMLInputElement.prototype);
  }
  for (const field of page.querySelectorAll('select')) {
    const drawn = [...field.options].find((option) => option.defaultSelected) ?? field.options[0];
    if (drawn && !drawn.selected) field.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

/** React replaced the property `value` of the field by its own, and hears only what that does not say already. */
function repeatText<Field extends HTMLInputElement | HTMLTextAreaElement>(field: Field, prototype: Field): void {
  const typed = field.value;
  if (typed === field.defaultValue) return;
  field.value = field.defaultValue;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, typed);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function repeatCheck(field: HTMLInputElement): void {
  if (field.checked === field.defaultChecked) return;
  field.checked = field.defaultChecked;
  field.click();
}
