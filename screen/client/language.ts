import { english, takeWordsFrom, type Words } from '../../engine/index.ts'
import { createObservable, type Observable } from '../parts/index.ts'

const words = createObservable(english)
takeWordsFrom(words.get)

/** The words of the page. Who draws subscribes, because they may change while it is open. */
export const spoken: Pick<Observable<Words>, 'get' | 'subscribe'> = words

/** Speaks another language from now on. */
export function speak(next: Words): void {
  words.set(next)
}

/** Loads the words of a language; `address` is undefined for English. Rejects if they do not come. */
export async function loadWords(address: string | undefined): Promise<Words> {
  if (!address) return english
  const reply = await fetch(address)
  if (!reply.ok) throw new Error(`The words at ${address} did not come.`)
  return reply.json()
}

/** Speaks another language from now on. Rejects if its words do not come. */
export async function followLanguage(next: string, address: string | undefined): Promise<void> {
  const found = await loadWords(address)
  Object.assign(document.documentElement, { lang: next, dir: found.direction ?? '' })
  speak(found)
}

/** The same, and remembers it on this device. */
export async function changeLanguage(next: string, address: string | undefined): Promise<void> {
  await followLanguage(next, address)
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is asynchronous and needs https
  document.cookie = `causeway_language=${next}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`
}
