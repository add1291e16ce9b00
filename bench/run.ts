import { cpus } from 'node:os'
import { applicantMeasurements } from './applicant.ts'
import { applicationPdfMeasurements } from './application-pdf.ts'
import { byteMeasurements } from './bytes.ts'
import { deliveryMeasurements } from './deliveries.ts'
import { documentMeasurements } from './documents.ts'
import { editionMeasurements } from './editions.ts'
import { engineMeasurements, firstPageMeasurements, scheduleMeasurements, typeMeasurements } from './engine.ts'
import { faultMeasurements } from './faults/index.ts'
import { fuzzMeasurements } from './fuzz/index.ts'
import { killMeasurements } from './kills/index.ts'
import { loadMeasurements } from './load/index.ts'
import { lookupMeasurements } from './lookups.ts'
import { queueMeasurements } from './queue/index.ts'
import { screenMeasurements } from './screen.ts'

/** `npm run bench [name …]` prints measurements. They can be compared within a run, but not across days. */
const benches = {
  engine: engineMeasurements,
  page: firstPageMeasurements,
  bytes: byteMeasurements,
  screen: screenMeasurements,
  lookups: lookupMeasurements,
  load: loadMeasurements,
  applicant: applicantMeasurements,
  types: typeMeasurements,
  documents: documentMeasurements,
  'application-pdf': applicationPdfMeasurements,
  deliveries: deliveryMeasurements,
  queue: queueMeasurements,
  editions: editionMeasurements,
  schedules: scheduleMeasurements,
  fuzz: fuzzMeasurements,
  kills: killMeasurements,
  faults: faultMeasurements,
} as const

const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !Object.hasOwn(benches, name))
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Benchmarks: ${Object.keys(benches).join(', ')}.`)
  process.exit(1)
}
console.log(
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model})`,
)
for (const [name, measure] of Object.entries(benches)) {
  if (requested.length > 0 && !requested.includes(name)) continue
  for (const text of await measure()) console.log(text)
}
