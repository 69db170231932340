import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { notEmpty, text } from '#src/domain/input.ts';
import { icuZones } from '#src/lib/time-zone-data/icu-zones.ts';
import { zoneReleases } from '#src/lib/time-zone-data/zone-releases.ts';
import { readZoneFolder, systemZones } from '#src/lib/time-zone-data/zoneinfo-folder.ts';
import { commandWithoutDatabase } from './command.ts';

const folder = text(4096).check(notEmpty());

export const timeZonesWrite = commandWithoutDatabase({
  name: 'time-zones write',
  summary:
    'Write the time zones of the system to a folder, for servers that start with ICU_TIMEZONE_FILES_DIR=<folder>. They compute by them in place of those that Node has.',
  options: {
    to: { field: 'to', value: '<folder>', help: 'The folder to write to. It is made where there is none.' },
    from: {
      field: 'from',
      value: '<folder>',
      help: `The zones as zic compiles them, with the tzdata.zi that names their release; by default ${systemZones}.`,
    },
  },
  input: z.object({ to: folder, from: folder.default(systemZones) }),
  async run({ to, from }, { fileAt }) {
    const source = readZoneFolder(fileAt(from));
    const file = path.join(fileAt(to), 'zoneinfo64.res');
    await mkdir(path.dirname(file), { recursive: true });
    // Running servers have mapped the previous file into memory, so it is replaced by a rename.
    await writeFile(`${file}.new`, icuZones(source));
    await rename(`${file}.new`, file);
    const { release, zones } = source;
    const { inUse } = zoneReleases();
    const older =
      release < inUse ? ` They are older than those in use, ${inUse}: servers would know fewer changes.` : '';
    return {
      json: { file, release, zones: zones.size },
      text: `${file} has the ${zones.size} zones of tzdata ${release}.${older} Start the servers with ICU_TIMEZONE_FILES_DIR=${path.dirname(file)}.`,
    };
  },
});
