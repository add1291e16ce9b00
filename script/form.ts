import { dirname, join } from 'node:path'
import { admissions, baseRegister } from '../form/index.ts'
import { faceErrors, faceGaps, formOf, languagesOf, readInstitution, translationWarnings } from '../server/index.ts'
import { formChanges } from './form-changes.ts'
import { registerFaults } from './form-register.ts'
import { readReleases, releaseErrors, releaseOf, releasesFolder } from './form-releases.ts'

// npm run form -- check: says what the form asks differently from the version before, and whether the form, its release,
// the register and institution.json fit together. Exits with 1 if they do not.

const [command] = process.argv.slice(2)
if (command !== 'check') throw new Error('Usage: npm run form -- check')

const institutionFile = process.env.INSTITUTION_FILE ?? 'institution.json'
const releases = readReleases(releasesFolder)
const before = [...releases.values()]
  .filter(({ version }) => version !== admissions.version)
  .toSorted((one, other) => one.version.localeCompare(other.version, 'en', { numeric: true }))
  .at(-1)
if (before) {
  const changes = formChanges(before, releaseOf(admissions))
  console.log(`Version ${admissions.version} of the form, compared with ${before.version}:`)
  for (const each of changes.length > 0 ? changes : ['It asks the same.']) console.log(`- ${each}`)
}
const known = { form: admissions, releases }
const errors = [
  ...releaseErrors(admissions, releases),
  ...registerFaults(baseRegister(), known),
  ...(await institutionErrors()),
]
for (const error of errors) console.error(error)
if (errors.length > 0) process.exitCode = 1
else console.log('The form, its release and institution.json fit together.')

async function institutionErrors(): Promise<readonly string[]> {
  try {
    const { institution, warnings } = formWith()
    const { wording = {}, sentences = {} } = institution
    const own = Object.keys(wording)
    if (own.length > 0) console.log(`Own words in institution.json: ${own.join(', ')}.`)
    for (const [before, after] of Object.entries(sentences)) console.log(`“${before}” becomes “${after}”`)
    for (const warning of [...warnings, ...faceGaps(institution)]) console.log(warning)
    return await faceErrors({ institutionFile }, institution)
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

function formWith() {
  const institution = readInstitution({ institutionFile })
  formOf(institution)
  const languages = languagesOf(institution, join(dirname(institutionFile), 'languages'))
  return { institution, warnings: translationWarnings(institution, languages) }
}
