import type { PublicInstitution } from '../../api/index.ts'
import { oncePer, sayAll, type Words } from '../../engine/index.ts'
import { createObservable } from '../parts/index.ts'
import { spoken } from './language.ts'

/** The data that the server wrote into the page. */
export type PageData = {
  readonly institution: PublicInstitution
  /** Which edition of the form this is; left out where there are none. */
  readonly edition?: string
  readonly identity_cookie_prefix: string
  readonly release: string
  /** Today's date at the institution, YYYY-MM-DD. */
  readonly today: string
  /** The systems that are given applications or told of changes to them; none, where it is left out. */
  readonly recipients?: readonly string[]
  /** That no term is open, and when one opens. */
  readonly between_cycles?: string
  /** Whether staff sign in through a provider; only on the page of the staff desk. */
  readonly staff_provider?: boolean
  /** The sentence for whom nobody has signed in; only on the page of the staff desk that came without a session. */
  readonly staff_signed_out?: string
  /** The language of the page; English where it is left out. */
  readonly language?: string
  /** Each language that is offered, by its tag, and the address of its words; English has none. */
  readonly languages?: Readonly<Record<string, string>>
  /** Another one that the browser prefers, with words in it that propose it. */
  readonly proposed?: { readonly language: string; readonly words: string }
  /** The logo of an institution that has its own. */
  readonly logo?: { readonly light: string; readonly dark: string; readonly width: number; readonly height: number }
  /** When the server built the page, ISO. */
  readonly now: string
}

/** Another edition of the form than this page shows, which a reply has named, and whether a submission was refused for it. */
export const otherEdition = createObservable<{ readonly tag: string; readonly isRefused: boolean } | undefined>(
  undefined,
)

/** The entry of the tab's storage with what is new in the form that it has loaded. */
export const NEW_IN_FORM = 'causeway-new'

let read: PageData | undefined

/** The edition of the form on this page, once its data was read, which is the first thing that a page does. */
export const shownEdition = (): string | undefined => read?.edition

/** How far this device's clock is behind the server's, in milliseconds. */
let behind = 0

/** The page's data block, read at run time so that a new phone number needs no rebuild. Throws if there is none. */
export function pageData(): PageData {
  if (read === undefined) {
    read = parsed(document.getElementById('institution')?.textContent)
    behind = Date.parse(read.now) - Date.now()
  }
  return inWords(read)(spoken.get())
}

/** The settings of the institution in the language of the page. */
const inWords = oncePer((data: PageData) =>
  oncePer((_: Words): PageData => ({ ...data, institution: sayAll(data.institution) })),
)

/** Sets the data where there is no page: on the server, which renders one. */
export function providePageData(data: PageData): void {
  read = data
  behind = Date.parse(data.now) - Date.now()
}

/** The current time in milliseconds: this device's clock, which may be wrong, corrected by the server's. */
export function timeNow(): number {
  pageData()
  return Date.now() + behind
}

function parsed(text: string | null | undefined): PageData {
  if (!text) throw new Error('The page does not carry the data of the institution.')
  // Our own server wrote it, and validated institution.json against its schema at startup.
  return JSON.parse(text) as PageData
}

/**
 * Whether the identity cookie is present: one whose name begins with the identity provider's prefix (requirement
 * 5.auth.17).
 */
export const isLoggedIn = (cookies = document.cookie, prefix = pageData().identity_cookie_prefix): boolean =>
  identity(cookies, prefix) !== undefined

/**
 * The account named by the identity cookie, or '' without one. It changes together with the session, in every tab at
 * once.
 */
export const loggedInAs = (cookies = document.cookie, prefix = pageData().identity_cookie_prefix): string =>
  identity(cookies, prefix)?.replace(/^[^=]*=/, '') ?? ''

/** Removes the identity cookie. This browser then counts as logged out, even while the server cannot be reached. */
export function forgetIdentityCookie(): void {
  const name = identity(document.cookie, pageData().identity_cookie_prefix)?.split('=')[0]
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is asynchronous and needs https
  if (name !== undefined) document.cookie = `${name}=; Path=/; Max-Age=-1`
}

const identity = (cookies: string, prefix: string) => cookies.split('; ').find((each) => each.startsWith(prefix))
