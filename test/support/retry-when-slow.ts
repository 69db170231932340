/** Of a test that bounds a time, or reads within one: what waits by mistake waits each time, while a machine is seldom busy for as long as that. */
export const retryWhenSlow = { count: 2, condition: /to be less than|takes longer than/ };
