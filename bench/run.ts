import { cpus } from 'node:os'
import { applicationPdfMeasurements } from './application-pdf.ts'
import { documentMeasurements } from './documents.ts'
import { engineMeasurements } from './engine.ts'
import { firstPageMeasurements } from './first-page.ts'
import { lookupMeasurements } from './lookups.ts'
import { scheduleMeasurements } from './schedules.ts'
import { typeMeasurements } from './types.ts'

/** `npm run bench [name …]` prints measurements. They can be compared within a run, but not across days. */
const benches = {
  engine: engineMeasurements,
  page: firstPageMeasurements,
  lookups: lookupMeasurements,
  types: typeMeasurements,
  documents: documentMeasurements,
  'application-pdf': applicationPdfMeasurements,
  schedules: scheduleMeasurements,
} as const

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(benches, name))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. Known: ${Object.keys(benches).join(', ')}.`)
  process.exit(1)
}
console.log(
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model})`,
)
for (const [name, figures] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  for (const text of await figures()) console.log(text)
}
