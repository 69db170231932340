// Selects the browser's zone in a form that starts with UTC.
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const present = CSS.escape(globalThis.presentZoneNames[timeZone] ?? timeZone);
const option = document.querySelector(`select[name=timeZone] option[value="${present}"]:not([data-former])`);
if (option) option.selected = true;
