import fc from 'fast-check';

// Every run generates the same inputs, so a new failure comes from the change. FUZZ_SEED=random npm test tries others.
const { FUZZ_SEED = '20261121' } = process.env;
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  ...(FUZZ_SEED !== 'random' && { seed: Number(FUZZ_SEED) }),
  // Where a report has the message alone, as in CI, it would lack what failed.
  includeErrorInReport: true,
});
