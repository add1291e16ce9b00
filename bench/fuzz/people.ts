import { completeAnswers } from '../../server/index.ts'
import { call, logIn, signUp } from '../own-server.ts'

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

/**
 * Signs up a person. If they cannot log in any more and `mayBeGone` says that a request may have deleted the account or
 * changed its password, somebody else comes.
 */
export async function personAt(
  { address, dataDir }: { readonly address: string; readonly dataDir: string },
  name: string,
  mayBeGone: () => boolean,
): Promise<Person> {
  let number = 1
  const usernameNow = () => `${name}-${number}@mail.example`
  let cookie = await signUp(address, dataDir, usernameNow())
  const ask = (method: string, path: string, body?: unknown) => {
    const headers = { 'content-type': 'application/json', cookie }
    return fetch(`${address}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }
  const comeBack = async () => {
    cookie = await logIn(address, usernameNow()).catch((error: Error) => {
      if (!mayBeGone() || !error.message.endsWith('answered 400.')) throw error
      number += 1
      return signUp(address, dataDir, usernameNow())
    })
  }
  const untilLoggedIn = async () => {
    if ((await ask('GET', '/api/profile')).status === 401) await comeBack()
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
      await comeBack()
      await call(`${address}/api/profile`, 'GET', undefined, { cookie })
    },
    savesAndReads: async (value) => {
      await call(`${address}/api/answer`, 'PUT', { middle_name: value }, { cookie })
      const profile: { answer?: { middle_name?: string } } = await (await ask('GET', '/api/profile')).json()
      if (profile.answer?.middle_name !== value)
        throw new Error(`${usernameNow()} reads something else than was saved.`)
    },
  }
}
