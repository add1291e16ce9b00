import { webStatusFrom } from '../../api/browser.ts'
import type { Profile } from '../../api/index.ts'
import { say, toSay } from '../../engine/index.ts'
import type { DeviceStorage } from '../applying/application/index.ts'
import { CallError, isForAll } from '../client/index.ts'
import { createObservable, type Observable } from '../parts/index.ts'
import type { Router } from '../router/index.ts'

/** What the link of a mail is about: an application, and the document that is asked for in it. */
type Matter = {
  readonly application: string
  readonly request?: string
  /** This tab has opened the application already, and reads it next. */
  readonly isOpened?: true
}

export type MailMatter = {
  /**
   * Makes the application of the followed link the current one, if the profile is of another one, once for all callers.
   * Resolves whether it did. The profile that was read is then out of date.
   */
  turn(profile: Profile): Promise<boolean>
  /** The profile is shown. If the followed link is about its application, `place` leads there from now on. */
  arrive(profile: Profile): void
  /** Where the followed link leads, until another page than an account card has opened. */
  place(): string | undefined
  /** Why the link did not lead where its mail says, as a sentence to show. */
  readonly news: Pick<Observable<string | undefined>, 'get' | 'set' | 'subscribe'>
  watch(router: Pick<Router, 'get' | 'subscribe'>): void
  /** Somebody has left. */
  forget(): void
}

/** Where a tab stores it until it has led there, so that a code or a refresh does not lose it. */
const ITEM = 'causeway.matter'

/**
 * Follows the link of a mail to its matter, after the person has logged in: the application that the link names, at the
 * document that it asks for, or at the first question that a draft has left, whose address `firstLeft` gives. Takes both
 * out of the address, where no history or screenshot should have them, so create it before anything reads the address.
 * What no mail of ours says is ignored. `open` makes an application the current one of this account, and resolves
 * whether it is.
 */
export function createMailMatter(deps: {
  readonly storage: DeviceStorage
  readonly open: (account: string, application: string) => Promise<boolean>
  readonly isOnCard: () => boolean
  readonly firstLeft: () => string
}): MailMatter {
  const { storage, open, isOnCard, firstLeft } = deps
  const news = createObservable<string | undefined>(undefined)
  let turning: Promise<boolean> | undefined
  let place: string | undefined
  const keep = (matter: Matter) => storage.setItem(ITEM, JSON.stringify(matter))
  const forget = () => storage.removeItem(ITEM)
  const named = () => matterIn(storage.getItem(ITEM))

  async function turnTo(account: string, matter: Matter): Promise<boolean> {
    try {
      const isOpened = await open(account, matter.application)
      if (isOpened) keep({ ...matter, isOpened })
      return isOpened
    } catch (error) {
      if (!(error instanceof CallError) || isForAll(error)) throw error
      forget()
      news.set(say(error.code === 'not_found' ? NOT_HERE : NOT_NOW))
      return false
    }
  }

  const taken = takeMatter()
  if (taken) keep(taken)
  return {
    news,
    forget,
    place: () => place,
    async turn({ account_id, application_id }) {
      const matter = named()
      if (matter === undefined || matter.application === application_id) return false
      if (matter.isOpened) {
        forget() // another tab has opened another one since
        return false
      }
      turning ??= turnTo(account_id, matter).finally(() => {
        turning = undefined
      })
      return turning
    },
    arrive({ application_id, requests, web_status }) {
      const matter = named()
      if (matter?.application !== application_id) return
      forget()
      const request = requests.find(({ key }) => key === matter.request)
      const elsewhere = webStatusFrom(web_status) === 'submitted' ? placeOf() : firstLeft()
      place = request?.state === 'waiting' ? placeOf(request.key) : elsewhere
      if (request?.state === 'answered')
        news.set(say('We already have the document that the email asks for: {document}.', { document: request.title }))
      if (request?.state === 'ended')
        news.set(
          say('We no longer need the document that the email asks for: {document}.', { document: request.title }),
        )
    },
    watch: (router) =>
      void router.subscribe(() => {
        if (!router.get().isLoading && !isOnCard()) place = undefined
      }),
  }
}

/** The page of an application, at a document that is asked for. The first one leads on to the receipt. */
export const placeOf = (request?: string): string => (request === undefined ? '/' : `/completion#${request}`)

/** Says the same of an application of somebody else and of one that was erased. */
const NOT_HERE = toSay(
  'This account can’t open the application that the email is about. If you applied with another email address, log out and follow the link again.',
)

const NOT_NOW = toSay(
  'We couldn’t open the application that the email is about. Please follow its link again in a moment.',
)

const PARAMETERS = ['application', 'request'] as const

function takeMatter(): Matter | undefined {
  if (typeof window === 'undefined') return undefined // the server sends the page of nobody
  const { pathname, search, hash } = window.location
  if (pathname.toLowerCase().replace(/\/+$/, '') !== '/login') return undefined
  const named = new URLSearchParams(search)
  const [application, request] = PARAMETERS.map((each) => named.get(each))
  if (application === null && request === null) return undefined
  for (const each of PARAMETERS) named.delete(each)
  const rest = named.size > 0 ? `?${named}` : ''
  window.history.replaceState(window.history.state, '', pathname + rest + hash)
  return matterIn(JSON.stringify({ application, request }))
}

const APPLICATION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const REQUEST = /^request_\d{1,18}$/

/** What a link or the storage says, which a person or another release may have written. */
function matterIn(text: string | null): Matter | undefined {
  const { application, request, isOpened } = objectIn(text)
  if (typeof application !== 'string' || !APPLICATION.test(application)) return undefined
  return {
    application,
    ...(typeof request === 'string' && REQUEST.test(request) && { request }),
    ...(isOpened === true && { isOpened }),
  }
}

function objectIn(text: string | null): { application?: unknown; request?: unknown; isOpened?: unknown } {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
