// Chooses the zone of the browser in a form that begins with UTC.
const select = document.querySelector('select[name=timeZone]');
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
if ([...select.options].some(({ value }) => value === timeZone)) select.value = timeZone;
