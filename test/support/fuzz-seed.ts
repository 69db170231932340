import fc from 'fast-check';

// The same inputs on every run, so that a change is judged by what it changed; FUZZ_SEED=random npm test looks further.
const { FUZZ_SEED = '20261121' } = process.env;
if (FUZZ_SEED !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(FUZZ_SEED) });
