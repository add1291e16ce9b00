import { completeAnswers } from '../../server/index.ts'
import { call, signUp } from '../own-server.ts'

/** What a visit may do first, to reach other states than a new application. */
export const preparations = ['nothing', 'answers', 'submit', 'log out'] as const
export type Preparation = (typeof preparations)[number]

/** An account whose session generated requests may end. */
export type Person = {
  /** The cookie to send, after the preparation. */
  readonly prepared: (preparation: Preparation) => Promise<string>
  /** Logs in and loads the application; throws if that does not work. */
  readonly logsInAndReads: () => Promise<void>
  /** Saves one answer and reads it back; throws if that does not work. */
  readonly savesAndReads: (value: string) => Promise<void>
}

/** Signs up a person. */
export async function personAt(address: string, dataDir: string, username: string): Promise<Person> {
  let cookie = await signUp(address, dataDir, username)
  const ask = (method: string, path: string, body?: unknown) => {
    const headers = { 'content-type': 'application/json', cookie }
    return fetch(`${address}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }
  const logIn = async () => {
    const reply = await call(`${address}/public/login`, 'POST', { username, password: 'Larch-and-snow 2027' })
    cookie = reply.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
  }
  const untilLoggedIn = async () => {
    if ((await ask('GET', '/api/profile')).status === 401) await logIn()
  }
  return {
    prepared: async (preparation) => {
      await untilLoggedIn()
      // Refusals are part of the play: earlier requests may have submitted already or saved something else.
      if (preparation === 'answers' || preparation === 'submit') await ask('PUT', '/api/answer', completeAnswers)
      if (preparation === 'submit') await ask('POST', '/api/submit')
      if (preparation === 'log out') await ask('GET', '/api/logout')
      return cookie
    },
    logsInAndReads: async () => {
      await logIn()
      await call(`${address}/api/profile`, 'GET', undefined, { cookie })
    },
    savesAndReads: async (value) => {
      await call(`${address}/api/answer`, 'PUT', { middle_name: value }, { cookie })
      const profile: { answer?: { middle_name?: string } } = await (await ask('GET', '/api/profile')).json()
      if (profile.answer?.middle_name !== value) throw new Error(`${username} reads something else than was saved.`)
    },
  }
}
