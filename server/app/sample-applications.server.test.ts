import { expect, test } from 'vitest'
import { createKeyRing } from '../platform/secrets/index.ts'
import { formOf, readInstitution } from '../running/institution/index.ts'
import { databasesForTests } from '../testing/index.ts'
import { sampleApplicationsCommand } from './sample-applications.ts'

databasesForTests('sample applications', (on) => {
  const samples = () => {
    const institution = readInstitution(on.settings)
    return {
      ...{ database: on.database, keyRing: createKeyRing(on.settings), form: formOf(institution), institution },
      ...{ now: () => new Date(), onAccepted: async () => {}, settings: on.settings },
    }
  }
  test('are complete, are found, and are made only where no real ones are', async () => {
    const command = sampleApplicationsCommand(samples(), ['50'])
    if (on.kind === 'postgres') return expect(command).rejects.toThrow('only with the embedded database')
    expect(await command).toEqual({ made: 50, submitted: 30 })
    const { rows } = await on.database.db
      .selectFrom('application_index')
      .select(({ fn }) => [fn.count<number>('sort_name').distinct().as('rows')])
      .executeTakeFirstOrThrow()
    expect(rows).toBeGreaterThan(20)
  })

  test.each([[], ['0'], ['2001'], ['many'], ['5', '6']].map((words) => [words]))('%j says how', async (words) => {
    await expect(sampleApplicationsCommand(samples(), words)).rejects.toThrow('Usage')
  })
})
