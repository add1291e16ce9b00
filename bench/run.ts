import { cpus } from 'node:os'
import { copyFigures } from './copies.ts'
import { documentFigures } from './documents.ts'
import { engineFigures } from './engine.ts'
import { firstPageFigures } from './first-page.ts'
import { lookupFigures } from './lookups.ts'
import { scheduleFigures } from './schedules.ts'
import { typeFigures } from './types.ts'

/** `npm run bench [name …]`: measures and prints. Figures of one run compare with each other, not with another day's. */
const benches = {
  engine: engineFigures,
  page: firstPageFigures,
  lookups: lookupFigures,
  types: typeFigures,
  documents: documentFigures,
  copies: copyFigures,
  schedules: scheduleFigures,
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
