import { type WebStatus, webStatusFrom } from '../../../../api/browser.ts'
import type { Profile } from '../../../../api/index.ts'

/** What the screen knows about the person besides the answers (requirements 3.snapshot). */
export type Snapshot = {
  readonly is_logged_in: boolean
  /** Staff reading with a service token. */
  readonly is_service_user: boolean
  /** '' for a visitor. */
  readonly account_id: string
  readonly username: string
  readonly web_status: WebStatus | 'none'
  readonly last_page: string
  /** Successful logins, at least 1. */
  readonly num_logins: number
  readonly has_changed_page: boolean
  /** Staff opened a signed application again. */
  readonly is_reopened: boolean
}

export const visitor: Snapshot = Object.freeze({
  is_logged_in: false,
  is_service_user: false,
  account_id: '',
  username: '',
  web_status: 'none',
  last_page: '',
  num_logins: 1,
  has_changed_page: false,
  is_reopened: false,
})

/** The snapshot of a person who has just entered. */
export const snapshotOf = (profile: Profile): Snapshot => ({
  is_logged_in: true,
  is_service_user: false,
  account_id: profile.account_id,
  username: profile.username,
  web_status: webStatusFrom(profile.web_status),
  last_page: profile.last_page,
  num_logins: Math.max(1, profile.successful_login.length),
  has_changed_page: false,
  is_reopened: profile.reopening !== null,
})
