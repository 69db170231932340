// Chooses the zone of the browser in a form that begins with UTC.
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const present = CSS.escape(globalThis.presentZoneNames[timeZone] ?? timeZone);
const option = document.querySelector(`select[name=timeZone] option[value="${present}"]:not([data-former])`);
if (option) option.selected = true;
