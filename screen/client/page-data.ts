import type { PublicInstitution } from '../../api/index.ts'

/** What the server wrote into the page. */
type PageData = {
  readonly institution: PublicInstitution
  readonly identity_cookie_prefix: string
  readonly release: string
  /** The day it is where the institution is, YYYY-MM-DD. */
  readonly today: string
  /** The moment at which the server made the page, ISO. */
  readonly now: string
}

let read: PageData | undefined
/** How far this device's clock is behind the server's, in milliseconds. */
let behind = 0

/** The data block of this page, so that changing a phone number needs no rebuild. Throws when the page has none. */
export function pageData(): PageData {
  if (read === undefined) {
    read = parsed(document.getElementById('institution')?.textContent)
    behind = Date.parse(read.now) - Date.now()
  }
  return read
}

/** The moment it is, in milliseconds: this device's clock, which may be wrong, set right by the server's. */
export function timeNow(): number {
  pageData()
  return Date.now() + behind
}

function parsed(text: string | null | undefined): PageData {
  if (!text) throw new Error('The page does not carry the data of the institution.')
  // Written by our own server, which has checked institution.json against its schema at start.
  return JSON.parse(text) as PageData
}
