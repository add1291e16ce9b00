import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { admissions } from '../form/index.ts'
import { keyErrors, readReleases, releaseErrors, releaseOf, releasesFolder, releaseText } from './form-releases.ts'

// Writes what this version of the form asks to form/releases. An existing release is never changed.

const file = join(releasesFolder, `${admissions.version}.json`)
const releases = readReleases(releasesFolder)
const errors = (existsSync(file) ? releaseErrors : keyErrors)(admissions, releases)
for (const error of errors) console.error(error)
if (errors.length > 0) process.exitCode = 1
else if (!existsSync(file)) {
  mkdirSync(releasesFolder, { recursive: true })
  writeFileSync(file, releaseText(releaseOf(admissions)))
  console.log(`Wrote form/releases/${admissions.version}.json`)
}
