import { isDeclined } from '../../platform/control/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'

/** What some work gives, or a refusal with the sentence that says why it was not done. */
export async function declining<Done>(work: () => Done | Promise<Done>): Promise<Done | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (isDeclined(error)) return { ...refusal('declined'), message: error.message }
    throw error
  }
}
