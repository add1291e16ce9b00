import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { domestic } from '../../../../form/testing/index.ts'
import { connectDatabase } from '../../../platform/database/index.ts'
import { createKeyRing } from '../../../platform/secrets/index.ts'
import { readSettings } from '../../../platform/settings/index.ts'
import { formOf, readInstitution } from '../../../running/institution/index.ts'
import { silentLog } from '../../../testing/index.ts'
import { submitted } from './submitted.ts'

/**
 * A process of its own that submits as many applications as its argument says, each in a transaction that takes its
 * number in the feed at once and commits after a random while. Prints their ids.
 */
const settings = readSettings(process.env)
const database = await connectDatabase(settings, silentLog)
const institution = readInstitution(settings)
const deps = { keyRing: createKeyRing(settings), form: formOf(institution), institution, now: () => new Date() }
for (let count = Number(process.argv[2]); count > 0; count -= 1) {
  const { id } = await database.db.transaction().execute(async (transaction) => {
    const made = await submitted({ ...deps, database }, domestic, transaction)
    if (Math.random() < 0.5) await sql`set constraints all immediate`.execute(transaction)
    await sleep(Math.random() * 20)
    return made
  })
  console.log(id)
}
await database.close()
