import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { admissions, retiredKeys } from '../form/index.ts'
import { keyFaults, readReleases, releaseFaults, releaseOf, releasesFolder, writtenRelease } from './form-releases.ts'

// Writes what this version of the form asks to form/releases. An existing release is never changed.

const file = join(releasesFolder, `${admissions.version}.json`)
const releases = readReleases(releasesFolder)
const faults = (existsSync(file) ? releaseFaults : keyFaults)(admissions, retiredKeys, releases)
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
else if (!existsSync(file)) {
  mkdirSync(releasesFolder, { recursive: true })
  writeFileSync(file, writtenRelease(releaseOf(admissions)))
  console.log(`Wrote form/releases/${admissions.version}.json`)
}
