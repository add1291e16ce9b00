import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { recordExportPath } from '../../../api/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { onOneDatabase } from '../../testing/index.ts'
import { eraseApplication } from '../erasure/index.ts'
import { staffForTests } from './testing/staff-for-tests.ts'

onOneDatabase('the record of an application that was erased', (on) => {
  const { signedIn, make, applicant, deps, address } = staffForTests(on)

  test.each(['submitted', 'never submitted'])('names it by its id alone, with an empty reference: %s', async (kind) => {
    const reference = kind === 'submitted' ? randomUUID().slice(0, 9).toUpperCase() : undefined
    const id = await applicant({ last_name: 'Erased' }, reference)
    const [june, ada] = [await signedIn('processor'), await signedIn('administrator', 'Ada Moss')]
    await make(june, 'addNote', { text: 'A note.' }, id)
    const references = async () => {
      const { rows } = (await make(ada, 'readRecord', { subject: id, action: 'note added' })).body
      return rows.map((row: { reference: string }) => row.reference)
    }
    expect(await references(), 'before').toEqual([reference ?? ''])
    const isErased = await inTransaction(on.database.db, (transaction) =>
      eraseApplication(deps().erasures, transaction, id, { cause: 'applicant' }),
    )
    expect(isErased).toBe(true)
    expect(await references(), 'after').toEqual([''])
    const exported = await fetch(`${address()}${recordExportPath}`, {
      ...{ method: 'POST', body: JSON.stringify({ subject: id, action: 'note added' }) },
      headers: { cookie: ada, 'content-type': 'application/json' },
    })
    // The Erasures page names it by its reference.
    if (reference !== undefined) {
      const { rows } = (await make(ada, 'readRecord', { subject: reference, action: 'note added' })).body
      expect(rows).toMatchObject([{ subject: id }])
    }
    expect(await exported.text(), 'the export').toContain(`,note added,${id},,`)
  })

  test('an entry about anything else has no reference either', async () => {
    const ada = await signedIn('administrator', 'Ada Moss')
    const { rows } = (await make(ada, 'readRecord', { action: 'signed in' })).body
    expect(rows.length).toBeGreaterThan(0)
    for (const { action, reference } of rows) expect(reference, action).toBe('')
  })
})
