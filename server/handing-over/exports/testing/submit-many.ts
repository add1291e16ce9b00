import { veteran } from '../../../../form/testing/index.ts'
import { connectDatabase } from '../../../platform/database/index.ts'
import { createLog } from '../../../platform/http/index.ts'
import { createKeyRing } from '../../../platform/secrets/index.ts'
import { readSettings } from '../../../platform/settings/index.ts'
import { formOf, readInstitution } from '../../../running/institution/index.ts'
import { submitted } from './submitted.ts'

const AT_ONCE = 8

/** Stores this many submitted applications, each with all that a veteran with eight colleges answers. */
export async function submitMany(environment: Readonly<Record<string, string>>, count: number): Promise<void> {
  const settings = readSettings(environment)
  const database = await connectDatabase(settings, createLog({ logLevel: 'silent' }))
  const institution = readInstitution(settings)
  const keyRing = createKeyRing(settings)
  const deps = { database, keyRing, form: formOf(institution), institution, now: () => new Date() }
  let left = count
  const submitSome = async () => {
    while (left > 0) {
      left -= 1
      await submitted(deps, { ...veteran, document_answer: {} })
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, submitSome))
  } finally {
    await database.close()
  }
}
