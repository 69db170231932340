import fc from 'fast-check';

// Every run generates the same inputs, so a new failure comes from the change. FUZZ_SEED=random npm test tries others.
const { FUZZ_SEED = '20261121' } = process.env;
if (FUZZ_SEED !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(FUZZ_SEED) });
