import { on } from 'node:events'
import type { Socket } from 'node:net'

/** Firefox itself must not ask, say or fetch anything. */
export const quietFirefox = {
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.translations.enable': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'signon.rememberSignons': false,
}

/** The text of a profile's user.js. */
export const preferencesFile = (preferences: Readonly<Record<string, boolean | number>>): string =>
  Object.entries(preferences)
    .map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`)
    .join('')

/**
 * Commands of WebDriver by Firefox's names, through the port that it opens with `--marionette`: the bytes of a message
 * as a number, a colon, and the message as JSON.
 */
export async function marionetteOn(socket: Socket) {
  const pieces = on(socket, 'data')
  let rest = Buffer.alloc(0)
  const message = async (): Promise<string> => {
    for (;;) {
      const start = rest.indexOf(':') + 1
      const end = start + Number(rest.toString('latin1', 0, Math.max(0, start - 1)))
      if (start > 0 && rest.length >= end) {
        const text = rest.toString('utf8', start, end)
        rest = rest.subarray(end)
        return text
      }
      const { value = [] } = await pieces.next()
      rest = Buffer.concat([rest, ...value])
    }
  }
  await message() // a greeting
  let number = 0
  return async (name: string, given: object): Promise<unknown> => {
    number += 1
    const text = JSON.stringify([0, number, name, given])
    socket.write(`${Buffer.byteLength(text)}:${text}`)
    const [, , error, result] = JSON.parse(await message())
    if (error !== null) throw new Error(`${name}: ${error.message}`)
    return result
  }
}
