import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { onOneDatabase } from '../../testing/index.ts'
import { staffForTests } from './testing/staff-for-tests.ts'

type Listed = { readonly name: string; readonly state: string; readonly is_own: boolean; readonly confirmed_by: string }

onOneDatabase('tokens at the staff desk', (on) => {
  const { signedIn, make, audited, later } = staffForTests(on)
  const person = () => `June ${randomUUID().slice(0, 8)}`
  const wanted = (rights: readonly string[]) => ({
    name: `reader-${randomUUID().slice(0, 8)}`,
    rights,
    networks: ['192.0.2.0/24'],
    purpose: 'a nightly load',
    days: 90,
    sandbox: false,
  })
  const listed = async (cookie: string, name: string): Promise<Listed | undefined> =>
    (await make(cookie, 'listTokens')).body.tokens.find((each: Listed) => each.name === name)
  const idOf = async (cookie: string, name: string) =>
    (await make(cookie, 'listStaff')).body.people.find((each: { name: string }) => each.name === name)

  test('a steward asks for one that reads numbers, an administrator confirms it, and either ends it', async () => {
    const [steward, administrator] = [
      await signedIn('data_steward', person()),
      await signedIn('administrator', person()),
    ]
    const token = wanted(['changes', 'ssn'])
    const { status, body } = await make(steward, 'makeToken', token)
    expect([status, body.is_waiting]).toEqual([200, true])
    expect(await listed(steward, token.name)).toMatchObject({ state: 'waiting', is_own: true })
    expect((await make(steward, 'confirmToken', { name: token.name })).status).toBe(403)
    expect((await make(administrator, 'makeToken', token)).status).toBe(403)
    expect((await make(administrator, 'confirmToken', { name: token.name })).status).toBe(200)
    expect(await listed(administrator, token.name)).toMatchObject({ state: 'valid', is_own: false })
    later(11 * 60_000)
    expect((await make(administrator, 'confirmToken', { name: token.name })).body.code).toBe('old_sign_in')
    expect((await make(administrator, 'endToken', { name: token.name })).status).toBe(200)
    expect(await listed(steward, token.name)).toMatchObject({ state: 'ended' })
  })

  test('the same person in two roles is one person', async () => {
    const name = person()
    const token = wanted(['changes', 'demographics'])
    await make(await signedIn('data_steward', name), 'makeToken', token)
    const { status, body } = await make(await signedIn('administrator', name), 'confirmToken', { name: token.name })
    expect({ status, message: body.message }).toMatchObject({ status: 409, message: /another person must confirm it/ })
  })

  test('who has ended somebody’s access has seen and ended their tokens, but for those that somebody took over', async () => {
    const [june, ben] = [person(), person()]
    const [steward, other] = [await signedIn('data_steward', june), await signedIn('data_steward', ben)]
    const administrator = await signedIn('administrator', person())
    const [kept, lost] = [wanted(['changes']), wanted(['changes', 'ssn'])]
    for (const token of [kept, lost]) await make(steward, 'makeToken', token)
    const before = await idOf(administrator, june)
    expect(before.tokens.toSorted()).toEqual([kept.name, lost.name].toSorted())
    expect((await make(other, 'takeOverToken', { name: kept.name })).status).toBe(200)
    expect((await idOf(administrator, june)).tokens).toEqual([lost.name])
    const { body } = await make(administrator, 'endStaff', {}, before.id)
    expect(body.message).toContain(`These tokens ended: ${lost.name}.`)
    expect((await listed(administrator, kept.name))?.state).toBe('valid')
    expect((await listed(administrator, lost.name))?.state).toBe('ended')
    expect((await audited('staff access ended')).at(-1)?.detail).toMatchObject({ tokens: [lost.name] })
  })
})
