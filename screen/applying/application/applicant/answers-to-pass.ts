import { careOf } from '../../../../engine/index.ts'
import type { ApplicationStore } from '../../../fields/index.ts'
import { givenIn } from '../drafts/index.ts'

/** The answers that may be passed in navigation state: none that are secret or sensitive. */
export const answersToPass = ({ form, current }: ApplicationStore): Record<string, string> =>
  Object.fromEntries(
    Object.entries(givenIn(current().answer)).flatMap(([key, value = '']) =>
      careOf(form, key) === 'none' ? [[key, value]] : [],
    ),
  )
