import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { registerErrors, registerWith } from '../engine/index.ts'
import { admissions, baseRegister, registerText } from '../form/index.ts'
import { digestOf, registerFile } from './form-register.ts'
import { keyErrors, readReleases, releaseErrors, releaseOf, releasesFolder, releaseText } from './form-releases.ts'

// Writes what this version of the form asks to form/releases, and appends it to form/register.json. An existing release is
// never changed, and neither is what the register had then.

const file = join(releasesFolder, `${admissions.version}.json`)
const releases = readReleases(releasesFolder)
const errors = [
  ...(existsSync(file) ? releaseErrors : keyErrors)(admissions, releases),
  ...registerErrors(baseRegister(), admissions),
]
for (const error of errors) console.error(error)
if (errors.length > 0) process.exitCode = 1
else {
  const register = registerWith(baseRegister(), admissions)
  if (registerText(register) !== readFileSync(registerFile, 'utf8')) {
    writeFileSync(registerFile, registerText(register))
    console.log('Wrote form/register.json')
  }
  if (!existsSync(file)) {
    mkdirSync(releasesFolder, { recursive: true })
    writeFileSync(file, releaseText(releaseOf(admissions, digestOf(register, admissions.version))))
    console.log(`Wrote form/releases/${admissions.version}.json`)
  }
}
