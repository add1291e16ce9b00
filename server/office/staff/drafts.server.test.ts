import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { mayStaff, type StaffRole, staffRoles } from '../../../api/index.ts'
import { onOneDatabase } from '../../testing/index.ts'
import { staffForTests } from './testing/staff-for-tests.ts'

const roles = Object.keys(staffRoles) as StaffRole[]

onOneDatabase('what staff may not see of everybody', (on) => {
  const { signedIn, make, audited, applicant, later } = staffForTests(on)
  const reference = () => randomUUID().slice(0, 9).toUpperCase()

  describe.each(roles)('a %s', (role) => {
    test('opens a draft only with the right to, which the record says', async () => {
      const [draft, signed] = [
        await applicant({ last_name: 'Draft' }),
        await applicant({ last_name: 'Sent' }, reference()),
      ]
      const cookie = await signedIn(role)
      const statuses = async (id: string) =>
        Promise.all(
          (['readApplication', 'openApplication'] as const).map(
            async (call) => (await make(cookie, call, {}, id)).status,
          ),
        )
      const may = mayStaff(role, 'read') && mayStaff(role, 'drafts')
      expect(await statuses(draft)).toEqual(may ? [200, 200] : [403, 403])
      expect(await statuses(signed)).toEqual(mayStaff(role, 'read') ? [200, 200] : [403, 403])
      const rows = [...(await audited('application read')), ...(await audited('service view opened'))]
      const about = (id: string) => rows.filter(({ subject }) => subject === id).map(({ detail }) => detail)
      expect(about(draft)).toEqual(may ? [1, 2].map(() => expect.objectContaining({ role, draft: true })) : [])
      for (const detail of about(signed)) expect(detail).not.toHaveProperty('draft')
    })

    test('searches by the end of a number only with the right to reveal one', async () => {
      const id = await applicant({ last_name: 'Sought', ssn: '501-55-0187' }, reference())
      const cookie = await signedIn(role)
      const search = { name: 'Sought', ssn_end: '0187' }
      const { status, body } = await make(cookie, 'findApplications', { search })
      if (!mayStaff(role, 'reveal')) {
        expect({ status, message: body.message }).toMatchObject({ status: 403, message: /can’t search by the end/ })
        return
      }
      expect(body.applications.map((each: { id: string }) => each.id)).toContain(id)
    })
  })

  test('guesses at the end of a number count as numbers that are revealed', async () => {
    const id = await applicant({ last_name: 'Guessed', ssn: '501-55-0187' }, reference())
    const cookie = await signedIn('processor')
    const guess = async (ssn_end: string) =>
      (await make(cookie, 'findApplications', { search: { name: 'Guessed', ssn_end } })).status
    for (let tried = 0; tried < 29; tried += 1) expect(await guess(String(1000 + tried))).toBe(200)
    expect((await make(cookie, 'revealSsn', { reason: 'Aid' }, id)).status).toBe(200)
    expect([await guess('0187'), (await make(cookie, 'revealSsn', { reason: 'Aid' }, id)).status]).toEqual([429, 429])
  })

  test('the number of a draft is revealed to nobody', async () => {
    const draft = await applicant({ last_name: 'Draft', ssn: '501-55-0187' })
    later(1000)
    const { status, body } = await make(await signedIn('data_steward'), 'revealSsn', { reason: 'Aid' }, draft)
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'unsubmitted_number' })
    expect((await audited('number revealed')).filter(({ subject }) => subject === draft)).toEqual([])
  })

  test('everything held is made for a letter by a data steward alone, right after a sign-in, and recorded', async () => {
    const id = await applicant({ last_name: 'Letter', ssn: '501-55-0187' }, reference())
    const asked = { reason: 'Her letter of November 20' }
    for (const role of ['viewer', 'processor', 'administrator'] as const)
      expect((await make(await signedIn(role), 'makeHeldData', asked, id)).status, role).toBe(403)
    const cookie = await signedIn('data_steward')
    const { status, body } = await make(cookie, 'makeHeldData', asked, id)
    expect([status, body.application.id]).toEqual([200, id])
    expect((await audited('held data made')).at(-1)).toMatchObject({
      subject: id,
      detail: { ...asked, role: 'data_steward' },
    })
    later(11 * 60_000)
    expect((await make(cookie, 'makeHeldData', asked, id)).body.code).toBe('old_sign_in')
  })
})
