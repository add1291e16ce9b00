import type { Institution } from '../../api/index.ts'

/** What the server wrote into the page. */
type PageData = {
  readonly institution: Institution
  readonly identity_cookie_prefix: string
  readonly release: string
  /** The day it is where the institution is, YYYY-MM-DD. */
  readonly today: string
}

let read: PageData | undefined

/** The data block of this page, so that changing a phone number needs no rebuild. Throws when the page has none. */
export function pageData(): PageData {
  read ??= parsed(document.getElementById('institution')?.textContent)
  return read
}

function parsed(text: string | null | undefined): PageData {
  if (!text) throw new Error('The page does not carry the data of the institution.')
  // Written by our own server, which has checked institution.json against its schema at start.
  return JSON.parse(text) as PageData
}
