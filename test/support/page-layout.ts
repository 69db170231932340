import type { Page } from 'playwright-core';

export interface LayoutFinding {
  readonly rule: 'width' | 'cut' | 'outside' | 'direction';
  readonly target: string;
}

/**
 * What names of any length or script spoil on a page: text that ends at an edge without an ellipsis, controls out of sight, and
 * text from right to left that is not isolated, so that it changes the order of what is beside it.
 */
export function layoutFindings(page: Page): Promise<LayoutFinding[]> {
  return page.evaluate<LayoutFinding[]>(`(() => {
    const content = document.querySelector('#content');
    const name = (element) => [element.tagName.toLowerCase(), ...element.classList].join('.') + ' ' + element.textContent.slice(0, 30);
    const isHidden = (element) => element.closest('.for-screen-readers, [aria-hidden="true"], svg, iframe') !== null;
    const { scrollWidth } = document.documentElement;
    const found = scrollWidth > innerWidth ? [{ rule: 'width', target: String(scrollWidth) }] : [];
    const isCutOrScrolls = (element) => {
      for (let each = element.parentElement; each && each !== content; each = each.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(each);
        if (textOverflow === 'ellipsis') return true;
        if (/auto|scroll/.test(overflowX) && each.scrollWidth > each.clientWidth) return true;
      }
      return false;
    };
    for (const element of content.querySelectorAll('*')) {
      if (isHidden(element)) continue;
      const { overflowX, textOverflow, clipPath } = getComputedStyle(element);
      const isField = /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName);
      const isCut = /hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1;
      if (isCut && textOverflow !== 'ellipsis' && clipPath === 'none' && !isField) found.push({ rule: 'cut', target: name(element) });
      if (!element.matches('a, button, input, select, textarea') || isCutOrScrolls(element)) continue;
      const { left, right, width } = element.getBoundingClientRect();
      if (width > 1 && (left < 0 || right > innerWidth)) found.push({ rule: 'outside', target: name(element) });
    }
    const texts = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { data, parentElement } = texts.currentNode;
      if (!/[\\u0590-\\u06ff]/.test(data) || parentElement.closest('script, style, [aria-hidden="true"], .for-screen-readers')) continue;
      if (!parentElement.closest('bdi, [dir="auto"], .as-typed')) found.push({ rule: 'direction', target: name(parentElement) });
    }
    return found;
  })()`);
}
