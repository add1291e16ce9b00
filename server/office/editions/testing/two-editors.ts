import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/index.ts'
import type { Editor } from '../draft.ts'

/** Two registrars, Ann and Ben. */
export const twoEditors = async (db: Kysely<Tables>): Promise<readonly [Editor, Editor]> => {
  const person = (name: string) =>
    db
      .insertInto('staff_person')
      .values({ issuer: 'test', subject: name, name, role: 'registrar' })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
  return [await person('Ann'), await person('Ben')]
}
