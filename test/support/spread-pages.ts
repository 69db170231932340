import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Spreads the tests that drive Chromium over the run: three at once are slower on two cores than such a test waits. */
export class SpreadPages extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const drivesChromium = ({ moduleId }: TestSpecification) => /[/]test[/](web|pages)[/]/.test(moduleId);
    const pages = placed(sorted.filter(drivesChromium));
    const others = placed(sorted.filter((file) => !drivesChromium(file)));
    return [...pages, ...others].sort((one, other) => one.place - other.place).map(({ file }) => file);
  }
}

/** Each with its place between 0 and 1. */
function placed(files: readonly TestSpecification[]): { file: TestSpecification; place: number }[] {
  return files.map((file, index) => ({ file, place: (index + 0.5) / files.length }));
}
