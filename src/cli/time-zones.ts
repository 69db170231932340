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
    "Write the system's time zones to a folder, for servers that start with ICU_TIMEZONE_FILES_DIR=<folder>. Those servers use them instead of Node's own time zones.",
  options: {
    to: { field: 'to', value: '<folder>', help: 'The folder to write to. It is created if it does not exist.' },
    from: {
      field: 'from',
      value: '<folder>',
      help: `The folder with time zones as compiled by zic, including the tzdata.zi that names their release. Default: ${systemZones}.`,
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
      release < inUse ? ` They are older than the ones in use, ${inUse}: servers would know fewer changes.` : '';
    return {
      json: { file, release, zones: zones.size },
      text: `${file} contains the ${zones.size} time zones of tzdata ${release}.${older} Start the servers with ICU_TIMEZONE_FILES_DIR=${path.dirname(file)}.`,
    };
  },
});
