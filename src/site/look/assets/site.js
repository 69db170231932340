/** Enhances the pages. Without it everything works except the search, which is then hidden. */

const languageKey = 'slotline-language';

/** Undefined if the browser blocks storage: then even access to `localStorage` throws. */
function storage() {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

/** Shows all examples in the language that the reader last chose. */
function rememberLanguage() {
  const choices = [...document.querySelectorAll('.languages input')];
  const choose = (language) => {
    for (const input of choices) if (input.value === language) input.checked = true;
  };
  choose(storage()?.getItem(languageKey));
  for (const input of choices) {
    input.addEventListener('change', () => {
      // The examples above may change their height: keep the scroll position.
      const before = input.getBoundingClientRect().top;
      choose(input.value);
      window.scrollBy(0, input.getBoundingClientRect().top - before);
      storage()?.setItem(languageKey, input.value);
    });
  }
}

/** The list of pages scrolls by itself if it is taller than the window. */
function showPresentPage() {
  const list = document.querySelector('.columns > .pages');
  const present = list?.querySelector('[aria-current=page]');
  // `scrollIntoView` would also scroll the page.
  if (present) list.scrollTop = present.offsetTop + present.offsetHeight - list.clientHeight / 2;
}

function addCopyButtons() {
  for (const block of document.querySelectorAll('.source')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code').textContent);
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2000);
    });
    block.append(button);
  }
}

/** The sections that contain all words of the query, title matches first. */
function findSections(sections, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const scoreOf = ({ page, title, text }) => {
    const [high, middle, low] = [page, title, text].map((each) => each.toLowerCase());
    let score = 0;
    for (const word of words) {
      if (![high, middle, low].some((each) => each.includes(word))) return 0;
      score += (middle.includes(word) ? 8 : 0) + (high.includes(word) ? 4 : 0) + (low.includes(word) ? 1 : 0);
      if (middle.startsWith(word)) score += 4;
    }
    return score;
  };
  return sections
    .map((section) => ({ section, score: scoreOf(section) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, 8)
    .map(({ section }) => section);
}

function resultItem({ page, title, href }) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = href;
  link.textContent = title;
  if (title !== page) {
    const place = document.createElement('span');
    place.textContent = page;
    link.append(place);
  }
  item.append(link);
  return item;
}

function offerSearch() {
  const form = document.querySelector('.search');
  const [input, found, results] = form.children;
  let loading;
  const load = () => {
    loading ??= fetch('/docs/search.json').then((response) => response.json());
    // The next keystroke tries again, for example when the reader is back online.
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
  const close = () => {
    results.hidden = true;
    found.textContent = '';
  };
  const show = async () => {
    const query = input.value;
    const sections = findSections(await load(), query);
    if (query !== input.value) return;
    results.replaceChildren(...sections.map(resultItem));
    results.hidden = sections.length === 0;
    const count = sections.length === 1 ? '1 result' : `${sections.length} results`;
    found.textContent = query.trim() === '' ? '' : sections.length === 0 ? 'No results' : count;
    found.classList.toggle('nothing', sections.length === 0);
  };
  input.addEventListener('focus', show);
  input.addEventListener('input', show);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    results.querySelector('a')?.click();
  });
  form.addEventListener('focusout', (event) => {
    if (!form.contains(event.relatedTarget)) close();
  });
  results.addEventListener('click', close);
  form.addEventListener('keydown', (event) => {
    const stops = [input, ...results.querySelectorAll('a')];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      stops[stops.indexOf(document.activeElement) + step]?.focus();
    }
    if (event.key === 'Escape') {
      close();
      input.value = '';
      input.blur();
    }
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest('input, textarea, select, [contenteditable]')) return;
    event.preventDefault();
    input.focus();
  });
}

/** The reference was at `/docs` before; links to its operations start with `#/`. */
if (location.pathname.replace(/\/$/, '') === '/docs' && location.hash.startsWith('#/')) {
  location.replace(`/docs/reference${location.hash}`);
}
rememberLanguage();
addCopyButtons();
showPresentPage();

offerSearch();
