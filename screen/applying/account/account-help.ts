import type { Form } from '../../../engine/index.ts'
import type { Call } from '../../client/index.ts'

/** What the dialogs of the account menu need of the person in this tab. */
export type AccountHelp = {
  /** Calls that name the account, so that they never act on somebody who has logged in meanwhile. */
  readonly call: Call
  /** The name under which this browser writes answers. */
  readonly device: () => string
  /** The form has the words of questions and answers. */
  readonly store: { readonly form: Form }
}
