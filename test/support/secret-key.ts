/** The SECRET_KEY of the servers of tests. */
export const testSecretKey = 'a secret key of the tests, long enough';
