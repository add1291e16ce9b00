import { expect, test } from 'vitest'
import { onOneDatabase } from '../../testing/index.ts'
import { staffForTests } from './testing/staff-for-tests.ts'

onOneDatabase('possible duplicates of applications that lack an answer', (on) => {
  const { signedIn, make, find, applicant } = staffForTests(on)

  /** How many duplicates the queue and the application itself say that each of these has, by what differs. */
  async function duplicatesOf(ids: readonly string[], search: object) {
    const cookie = await signedIn('processor')
    const { applications } = await find(cookie, { search, sort: 'started' })
    const inQueue = (id: string) => applications.find((each: { id: string }) => each.id === id)?.duplicates
    return Promise.all(
      ids.map(async (id) => {
        const { duplicates, duplicates_of } = (await make(cookie, 'readApplication', undefined, id)).body
        return { queue: inQueue(id), application: duplicates, named: duplicates_of.length }
      }),
    )
  }
  const none = { queue: 0, application: 0, named: 0 }
  const one = { queue: 1, application: 1, named: 1 }

  test('people of one name are none while neither has given a birth date', async () => {
    const name = { first_name: 'Undated', last_name: 'Smith' }
    const drafts = [await applicant(name), await applicant(name), await applicant({ ...name, birth_date: '' })]
    expect(await duplicatesOf(drafts, { name: 'undated smith' })).toEqual([none, none, none])
  })

  test('a birth date that one of them has given is no match for one that is missing', async () => {
    const name = { first_name: 'Halfdated', last_name: 'Smith' }
    const drafts = [await applicant(name), await applicant({ ...name, birth_date: '2004-04-04' })]
    expect(await duplicatesOf(drafts, { name: 'halfdated smith' })).toEqual([none, none])
  })

  test('drafts without a name are none, although their birth date is the same', async () => {
    const birth_date = '2004-06-06'
    const drafts = [await applicant({ birth_date }), await applicant({ birth_date })]
    expect(await duplicatesOf(drafts, { birth_date })).toEqual([none, none])
  })

  test('the same number makes a duplicate without any birth date', async () => {
    const [first_name, ssn] = ['Numbered', '501-55-0144']
    const drafts = [
      await applicant({ first_name, last_name: 'Smith', ssn }),
      await applicant({ first_name, last_name: 'Smyth', ssn }),
    ]
    expect(await duplicatesOf(drafts, { name: 'numbered' })).toEqual([one, one])
  })
})
