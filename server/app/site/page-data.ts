import type { Institution } from '../../../api/index.ts'

/** The data that the page gives the screen before any script sends a call; only public data of the institution. */
export type PageData = {
  readonly institution: Institution
  readonly identity_cookie_prefix: string
  readonly release: string
  /** Today's date at the institution, YYYY-MM-DD. */
  readonly today: string
  /** That no term is open, and when one opens. */
  readonly between_cycles?: string | undefined
  /** Whether staff sign in through a provider; only on the page of the staff desk. */
  readonly staff_provider?: boolean
  /** When the page was made, ISO. The screen corrects a wrong clock with it. */
  readonly now: string
}
