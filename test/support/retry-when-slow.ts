/** Of a test that bounds a time: what waits by mistake waits each time, while a machine is seldom busy for as long as that. */
export const retryWhenSlow = { count: 2, condition: /to be less than/ };
