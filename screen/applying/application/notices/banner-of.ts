import type { Snapshot } from '../applicant/index.ts'

type Known = Pick<Snapshot, 'web_status' | 'is_logged_in' | 'has_changed_page' | 'num_logins'>
export type BannerWords = { readonly title: string; readonly text: string; readonly offersLogin: boolean }

/**
 * The welcome text of the form pages; undefined while it is hidden (requirements 4.banner, cases 2 to 4 in order; case
 * 1 is at the top of the completion page). `first` is the first name, or '' if unknown.
 */
export function bannerOf(snapshot: Known, first: string, partner: string): BannerWords | undefined {
  const { web_status, is_logged_in, has_changed_page, num_logins } = snapshot
  if (web_status === 'submitted' || web_status === 'validating' || (is_logged_in && has_changed_page)) return undefined
  if (is_logged_in && num_logins === 1) {
    return {
      title: `Hi ${first}`.trim(),
      text: `Thank you for choosing ${partner}. Have your transcripts and test scores handy. You can answer in any order, take a break, and pick up where you left off.`,
      offersLogin: false,
    }
  }
  if (is_logged_in) {
    return {
      title: 'Welcome back...',
      text: 'Your answers are saved. Finish what’s left, then submit your application now.',
      offersLogin: false,
    }
  }
  return {
    title: 'Apply as a transfer student',
    text: 'This is a preview, and you can start right away. When you go to the next page, we’ll ask you to create an account so your answers are saved.',
    offersLogin: true,
  }
}
