import type { Form } from '../../../engine/index.ts'
import type { Call } from '../../client/index.ts'

/** What the dialogs of the account menu ask of the person in this tab. */
export type AccountHelp = {
  /** Calls that name the account, so that they never act on somebody who has logged in meanwhile. */
  readonly call: Call
  /** The name under which this browser writes answers. */
  readonly device: () => string
  /** The form, for the words of questions and answers. */
  readonly form: Form
  /** The account has another email address now. */
  readonly onRenamed: (username: string) => void
}
