import { expect, test } from 'vitest'
import { databasesForTests } from '../../../testing/index.ts'
import { CLIENT, deskForTests, seconds } from './testing/index.ts'

databasesForTests('a page for a person, and a record, is what staff get with', (on) => {
  const desk = deskForTests(on)

  const once = async (status: number, sentence: RegExp, reason: string, subject = 'unknown', path?: string) => {
    const browser = desk.browserAt()
    await desk.expectRefused(await browser.signIn(path), browser, status, sentence)
    const refusal = await desk.lastRefusal()
    expect(refusal).toMatchObject({ actor: 'provider', subject, detail: { reason } })
  }

  test('somebody without a role', async () => {
    Object.assign(desk.provider.next.person, { groups: ['everybody'] })
    const sentence = /Your account has no role at the staff desk. Ask the administrator of the staff desk/
    await once(403, sentence, 'missing_staff_role', desk.provider.next.person.sub)
    Object.assign(desk.provider.next.person, { groups: undefined })
    await once(403, sentence, 'missing_staff_role', desk.provider.next.person.sub)
    Object.assign(desk.provider.next.person, { groups: ['constructor'] })
    await once(403, sentence, 'missing_staff_role', desk.provider.next.person.sub)
  })
  test('somebody whose access was ended', async () => {
    await desk.browserAt().signIn()
    const query = desk.deps.database.db.updateTable('staff_person').set({ ended_at: new Date() })
    await query.where('id', '=', await desk.idOf()).execute()
    await once(403, /Your access was ended/, 'staff_access_ended', desk.provider.next.person.sub)
  })
  test('somebody who cancels', async () => {
    desk.provider.next.error = 'access_denied'
    await once(403, /The sign-in service did not sign you in/, 'denied_staff_sign_in')
  })
  test.each([
    ['unmet_authentication_requirements', 403, /needs a second factor/, 'missing_second_factor'],
    ['temporarily_unavailable', 503, /reach the sign-in service/, 'staff_provider_away'],
    ['login_required', 403, /did not sign you in/, 'denied_staff_sign_in'],
  ] as const)('the provider’s answer %s', async (error, status, sentence, reason) => {
    desk.provider.next.error = error
    await once(status, sentence, reason)
  })
  test('an ID token that has expired', async () => {
    desk.provider.next.alter = (claims) => ({ ...claims, exp: seconds() - 90 })
    await once(502, /in a way we can’t accept/, 'unusable_staff_sign_in')
  })
  test.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
    ['another issuer', (claims) => ({ ...claims, iss: 'https://login.example' })],
    ['another audience', (claims) => ({ ...claims, aud: 'another' })],
    ['another audience beside ours', (claims) => ({ ...claims, aud: [CLIENT.id, 'another'] })],
    ['another nonce', (claims) => ({ ...claims, nonce: 'another' })],
    ['no nonce', ({ nonce, ...claims }) => claims],
    ['no subject', ({ sub, ...claims }) => claims],
    ['a name that cannot be stored', (claims) => ({ ...claims, name: 'a\0b' })],
  ])('an ID token with %s', async (_, alter) => {
    desk.provider.next.alter = alter
    await once(502, /in a way we can/, 'unusable_staff_sign_in')
  })
  test('an ID token that another key signed', async () => {
    desk.provider.next.isForged = true
    await once(502, /in a way we can/, 'unusable_staff_sign_in')
  })
  test('somebody who did not prove again who they are, though they should', async () => {
    desk.provider.next.alter = (claims) => ({ ...claims, auth_time: seconds() - 120 })
    const sentence = /did not ask you to prove who you are again/
    await once(403, sentence, 'stale_staff_sign_in', desk.provider.next.person.sub, '/staff/sign-in?fresh=1')
    desk.provider.next.alter = ({ auth_time, ...claims }) => claims
    await once(403, sentence, 'stale_staff_sign_in', desk.provider.next.person.sub, '/staff/sign-in?fresh=1')
  })
  test('a code that has expired, or was revoked', async () => {
    const browser = desk.browserAt()
    const { callback } = await browser.toProvider()
    const code = await desk.provider.provider.AuthorizationCode.find(new URL(callback).searchParams.get('code') ?? '')
    await code?.destroy()
    await desk.expectRefused(await browser.open(callback), browser, 400, /took too long, was finished already/)
    expect(await desk.lastRefusal()).toMatchObject({
      detail: { reason: 'ended_staff_sign_in', problem: '400 invalid_grant' },
    })
  })
  test('a code of another sign-in', async () => {
    const [browser, other] = [desk.browserAt(), desk.browserAt()]
    const [{ callback }, stolen] = [await browser.toProvider(), await other.toProvider()]
    const url = new URL(callback)
    url.searchParams.set('code', new URL(stolen.callback).searchParams.get('code') ?? '')
    await desk.expectRefused(await browser.open(url.href), browser, 400, /took too long/)
  })
  test('a provider that says it is another', async () => {
    const issuer = desk.settings.issuer.replace('127.0.0.1', 'localhost')
    const special = await desk.open({ ...desk.settings, issuer })
    const browser = desk.browserAt(special)
    await desk.expectRefused(await browser.open('/staff/sign-in'), browser, 502, /in a way we can/)
    await special.close()
  })
  test('an answer of another issuer', async () => {
    const browser = desk.browserAt()
    const url = new URL((await browser.toProvider()).callback)
    url.searchParams.set('iss', 'https://login.example')
    await desk.expectRefused(await browser.open(url.href), browser, 502, /in a way we can/)
  })
})
