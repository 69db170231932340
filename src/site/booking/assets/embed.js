// Shows booking pages within a page of another site: <div data-slotline="inline" data-link="ada/intro">, a button or link
// with data-slotline="popup", or data-slotline="button" for a button in the corner of the window.
(() => {
  const base = new URL(document.currentScript.src).origin;
  const frames = new Map();

  function addressOf(element) {
    const { link, lang, timeZone } = element.dataset;
    const address = new URL(`/e/${link}`, base);
    const { searchParams } = address;
    for (const [name, value] of new URLSearchParams(location.search)) {
      if (name.startsWith('utm_')) searchParams.set(name, value);
    }
    const known = { lang, timeZone };
    for (const name of ['email', 'firstName', 'lastName', 'phoneNumber']) known[name] = element.dataset[name];
    for (const [name, value] of Object.entries(known)) if (value) searchParams.set(name, value);
    searchParams.set('embedOrigin', location.origin);
    searchParams.set('referrer', location.origin + location.pathname);
    return address.href;
  }

  function frameOf(element) {
    const frame = document.createElement('iframe');
    frame.src = addressOf(element);
    frame.title = element.dataset.title ?? 'Booking';
    frame.style.cssText = 'width:100%;border:0;min-height:600px;color-scheme:normal';
    frames.set(frame, element);
    return frame;
  }

  function openPopup(element) {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', element.dataset.title ?? 'Booking');
    dialog.style.cssText = 'width:min(68rem,96vw);max-height:94vh;padding:0;border:0;border-radius:1rem;overflow:auto';
    const close = document.createElement('button');
    close.type = 'button';
    close.textContent = '✕';
    close.setAttribute('aria-label', element.dataset.close ?? 'Close');
    close.style.cssText =
      'position:sticky;top:.5rem;float:right;margin:.5rem;width:2.5rem;height:2.5rem;border:0;border-radius:50%;background:#0001;color:inherit;font:inherit;cursor:pointer';
    const frame = frameOf(element);
    dialog.append(close, frame);
    close.addEventListener('click', () => dialog.close());
    dialog.addEventListener('close', () => {
      frames.delete(frame);
      dialog.remove();
      element.focus?.();
    });
    document.body.append(dialog);
    dialog.showModal();
  }

  function addButton(element) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = element.dataset.text ?? 'Book a call';
    button.style.cssText = `position:fixed;right:1.25rem;bottom:1.25rem;z-index:2147483000;padding:.75rem 1.25rem;border:0;border-radius:2rem;background:${CSS.supports('color', element.dataset.color ?? '') ? element.dataset.color : '#3538cd'};color:#fff;font:500 1rem system-ui,sans-serif;cursor:pointer`;
    button.addEventListener('click', () => openPopup(element));
    element.append(button);
  }

  function prepare(element) {
    if (element.dataset.isReady || !element.dataset.link) return;
    element.dataset.isReady = 'true';
    const kind = element.dataset.slotline;
    if (kind === 'inline') element.append(frameOf(element));
    if (kind === 'button') addButton(element);
    if (kind !== 'popup') return;
    element.addEventListener('click', (event) => {
      event.preventDefault();
      openPopup(element);
    });
  }

  // Accepts messages only from frames that this script created, and only from their original origin.
  window.addEventListener('message', ({ origin, source, data }) => {
    const [frame, element] = [...frames].find(([each]) => each.contentWindow === source) ?? [];
    if (!frame || origin !== base || typeof data?.type !== 'string' || !data.type.startsWith('slotline:')) return;
    if (data.type === 'slotline:height') {
      frame.style.minHeight = 0;
      frame.style.height = `${Math.min(Math.max(Number(data.height) || 0, 200), 20000)}px`;
    }
    element.dispatchEvent(new CustomEvent(data.type, { detail: data, bubbles: true }));
  });

  const start = () => document.querySelectorAll('[data-slotline]').forEach(prepare);
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
  else start();
  new MutationObserver(start).observe(document.documentElement, { childList: true, subtree: true });
})();
