// Enhances the invitee pages: replaces days and times in place, and shows times in the visitor's zone. Without it every page
// works with plain forms.
(() => {
  const page = () => document.getElementById('page');
  const zoneSelect = () => document.getElementById('timeZone');
  const { presentZoneNames } = globalThis;
  let latest = 0;

  /** Requests a URL of this page and shows the content in place. If that fails, the browser loads the page itself. */
  function exchange({ address, body, focus, isStep, isAutomatic }, fallBack) {
    const request = new XMLHttpRequest();
    const number = ++latest;
    request.open(body ? 'POST' : 'GET', address);
    // A document, not a text: only the browser's own parser may create elements from it.
    request.responseType = 'document';
    request.timeout = 15_000;
    request.onload = () => {
      if (number !== latest || (isAutomatic && isTyped())) return;
      const next = request.response?.getElementById('page');
      if (!next || request.status >= 500) return fallBack();
      if (!body) history[isStep ? 'pushState' : 'replaceState'](null, '', address);
      document.title = request.response.title;
      page().replaceWith(document.adoptNode(next));
      shown();
      focusOn(focus);
    };
    // Ignores the error if a later request has replaced this one.
    request.onerror = () => number === latest && fallBack();
    request.ontimeout = request.onerror;
    request.send(body);
  }

  /** True if the visitor has started to fill in the form, which must not be replaced without a request. */
  function isTyped() {
    const inputs = [...document.querySelectorAll('.details :is(input, textarea):not([type="hidden"])')];
    return inputs.some((each) => each.value !== each.defaultValue || each.checked !== each.defaultChecked);
  }

  /** Days, months, times and zones are buttons of one form. The browser itself submits a booking. */
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event;
    if (form.dataset.isNative) return;
    const isShown = form.id === 'chooser' || submitter?.name === 'show';
    submitter?.setAttribute('aria-busy', 'true');
    if (!isShown) return guardTwice(event);
    event.preventDefault();
    const pressed = document.querySelector('.day[aria-pressed="true"]');
    if (submitter?.name === 'date') pressed?.setAttribute('aria-pressed', 'false');
    const values = new URLSearchParams(new FormData(form, submitter));
    const focus = focusAfter(submitter);
    const isPost = form.method === 'post';
    const address = isPost ? location.pathname : `?${values}`;
    exchange({ address, body: isPost ? values : undefined, focus, isStep: true }, () =>
      submitNatively(form, submitter),
    );
  });

  /** The same page with hours of another format. */
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('.hours a');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const address = link.getAttribute('href');
    const focus = [`.hours a[href="${CSS.escape(address)}"]`];
    exchange({ address, focus, isStep: true }, () => location.assign(address));
  });

  function submitNatively(form, submitter) {
    form.dataset.isNative = 'true';
    form.requestSubmit(submitter);
  }

  /** The element to focus after a button: the first of these that exists. */
  function focusAfter(button) {
    if (button?.name === 'dateTime') return ['[role="alert"]', '.details h2'];
    if (button?.name !== 'month') return ['#day'];
    const label = button.getAttribute('aria-label');
    return [label && `button.turn[aria-label="${CSS.escape(label)}"]`, '#month', '#day'];
  }

  function focusOn(selectors) {
    for (const selector of selectors) {
      const element = selector && document.querySelector(selector);
      if (!element?.checkVisibility()) continue;
      if (element.tabIndex < 0) element.tabIndex = -1;
      return element.focus();
    }
  }

  /** Blocks a second submit of the same form. */
  function guardTwice(event) {
    if (event.target.dataset.isSent) return event.preventDefault();
    event.target.dataset.isSent = 'true';
    // A visitor who stopped the request may submit again: the form's key makes both one booking.
    setTimeout(() => delete event.target.dataset.isSent, 8_000);
  }

  window.addEventListener('pageshow', () => {
    for (const form of document.forms) delete form.dataset.isSent;
    for (const button of document.querySelectorAll('[aria-busy]')) button.removeAttribute('aria-busy');
  });

  window.addEventListener('popstate', () =>
    exchange({ address: location.href, focus: ['#day'], isStep: false }, () => location.reload()),
  );

  let typedAt = -Infinity;
  let typing;
  /** Typing in a closed list selects another zone with each letter: wait for the last letter. */
  function chooseWhenTyped() {
    clearTimeout(typing);
    const delay = performance.now() - typedAt < 1_000 ? 800 : 0;
    typing = setTimeout(() => {
      typing = undefined;
      // The page may already show the details.
      const select = zoneSelect();
      if (select) chooseZone(select.value, true);
    }, delay);
  }

  document.addEventListener('change', ({ target }) => {
    if (target.id === 'timeZone') chooseWhenTyped();
    const phone = target.closest('.phone');
    if (phone) showRead(phone);
  });

  document.addEventListener('keydown', ({ target }) => {
    if (target.id !== 'timeZone') return;
    typedAt = performance.now();
    if (typing !== undefined) chooseWhenTyped();
  });

  /** Shows how the server reads a number, before the visitor books with it, and the country that it is of. */
  function showRead(phone) {
    const field = phone.closest('.field');
    const [select, input] = phone.querySelectorAll('select, input');
    const [country, typed] = [select.value, input.value];
    const earlier = field.querySelector('[role="status"]');
    if (earlier) {
      const others = input.getAttribute('aria-describedby').replace(earlier.id, '').trim();
      input.setAttribute('aria-describedby', others);
      earlier.remove();
    }
    const values = new URLSearchParams(new FormData(input.form));
    values.set('show', 'details');
    const request = new XMLHttpRequest();
    request.open('POST', location.pathname);
    request.responseType = 'document';
    request.onload = () => {
      const read = request.response?.getElementById(input.id)?.closest('.field');
      if (!read || select.value !== country || input.value !== typed || !input.isConnected) return;
      const [countries, code] = read.querySelector('.country').children;
      // A list that loses its chosen option chooses another one, so the value is set at the end.
      const { value } = countries;
      for (const option of likelyIn(select)) option.remove();
      select.prepend(...likelyIn(countries));
      select.value = value;
      select.nextElementSibling.replaceWith(code);
      const note = read.querySelector('[role="status"]');
      if (!note) return;
      field.querySelector('[role="alert"]')?.remove();
      input.removeAttribute('aria-invalid');
      input.setAttribute('aria-describedby', read.querySelector('input').getAttribute('aria-describedby'));
      field.append(note);
    };
    request.send(values);
  }

  /** The options of the likely countries, before those of all countries. */
  function likelyIn(select) {
    const options = [...select.children];
    const end = options.indexOf(select.querySelector('hr'));
    return end < 0 ? options : options.slice(0, end);
  }

  /** Only the first list has all countries: another one gets them when the visitor opens it. */
  document.addEventListener('focusin', ({ target }) => {
    if (!target.matches('.country select') || target.querySelector('hr')) return;
    const whole = document.querySelector('.country select');
    const all = [...whole.children].slice(likelyIn(whole).length);
    target.append(...all.map((option) => option.cloneNode(true)));
  });

  /** Shows the same page in another zone. */
  function chooseZone(timeZone, isStep) {
    const form = document.getElementById('chooser');
    const isPost = form?.method === 'post';
    const values = new URLSearchParams(isPost ? new FormData(form) : location.search);
    values.set('timeZone', timeZone);
    const date = document.querySelector('.day[aria-pressed="true"]')?.value;
    if (date && isStep) values.set('date', date);
    const focus = isStep ? ['#timeZone'] : [];
    const address = isPost ? location.pathname : `?${values}`;
    const body = isPost ? values : undefined;
    exchange({ address, body, focus, isStep, isAutomatic: !isStep }, () => undefined);
  }

  /** Loads all zones when the visitor opens the list. */
  document.addEventListener('focusin', ({ target }) => {
    if (target.id !== 'timeZone' || target.dataset.isWhole) return;
    target.dataset.isWhole = 'true';
    const { value: chosen, text: shown } = target.selectedOptions[0];
    const names = [...Intl.supportedValuesOf('timeZone'), ...Object.entries(presentZoneNames).flat()];
    const found = names.filter((name) => name.includes('/')).map((name) => [labelOf(name), presentNameOf(name)]);
    const choices = new Map([...[...target.options].map(({ text, value }) => [text, value]), ...found]);
    const isChosen = (label, zone) => label === shown && zone === chosen;
    const options = [...choices].sort().map(([label, zone]) => new Option(label, zone, false, isChosen(label, zone)));
    target.replaceChildren(...options);
  });

  const presentNameOf = (zone) => presentZoneNames[zone] ?? zone;

  /** A browser matches the start of an option's label: the city, including its former name. */
  function labelOf(name) {
    return `${name.slice(name.lastIndexOf('/') + 1)} · ${presentNameOf(name)}`.replaceAll('_', ' ');
  }

  /** Arrow keys move in the month, as in every calendar. */
  document.addEventListener('keydown', (event) => {
    const cell = event.target.closest?.('.month td');
    const right = document.dir === 'rtl' ? -1 : 1;
    const step = { ArrowLeft: -right, ArrowRight: right, ArrowUp: -7, ArrowDown: 7 }[event.key];
    if (!cell || step === undefined) return;
    event.preventDefault();
    const cells = [...cell.closest('tbody').querySelectorAll('td')];
    const from = cells.indexOf(cell);
    const direction = Math.sign(step);
    for (let index = from + step; index >= 0 && index < cells.length; index += direction) {
      const button = cells[index].querySelector('button');
      if (button) return button.focus();
    }
  });

  /** Updates the clock of the zone. */
  setInterval(() => {
    const clock = document.querySelector('.clock');
    const select = zoneSelect();
    if (!clock || !select) return;
    const locale = document.documentElement.lang;
    const hour = new Intl.DateTimeFormat(select.dataset.locale ?? locale, {
      hour: 'numeric',
      minute: '2-digit',
      timeZone: select.value,
    });
    clock.textContent = clock.dataset.text.replace('{time}', hour.format(Date.now()));
  }, 15_000);

  /** Times shown a while ago may be taken: reload them when the visitor comes back. */
  let seenAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return;
    const isOld = Date.now() - seenAt > 60_000;
    const form = document.getElementById('chooser');
    if (isOld && form?.method === 'get')
      exchange({ address: location.href, focus: [], isStep: false }, () => undefined);
  });

  function shown() {
    seenAt = Date.now();
    reportHappening();
  }

  /** Reports to the framing page, if the workspace allows its origin: the server has checked that. */
  function report(message) {
    const origin = page()?.dataset.embedOrigin;
    if (origin && window.parent !== window) window.parent.postMessage(message, origin);
  }

  function reportHappening() {
    const happened = document.querySelector('[data-event]');
    if (!happened) return;
    const { event, callId, dateTime } = happened.dataset;
    report({ type: `slotline:${event}`, callId, dateTime });
    // A reload of the page is not another booking.
    const address = new URL(location.href);
    address.searchParams.delete('event');
    history.replaceState(null, '', address);
  }

  let height = 0;
  new ResizeObserver(() => {
    const now = document.documentElement.offsetHeight;
    if (now !== height) report({ type: 'slotline:height', height: now });
    height = now;
  }).observe(document.body);
  shown();

  // The browser's zone replaces a zone that the server has guessed, even in a form without a zone list.
  const zone = presentNameOf(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const guess = document.querySelector('[data-is-guess]');
  if (guess && zone && zone !== guess.value) {
    // A form without a chosen time shows no times, and the visitor may already be typing: keep it.
    if (guess.type === 'hidden' && !document.querySelector('.chosen')) {
      guess.value = zone;
      // The country of a number is guessed from the zone.
      document.querySelectorAll('.phone').forEach(showRead);
    } else chooseZone(zone, false);
  }
})();
