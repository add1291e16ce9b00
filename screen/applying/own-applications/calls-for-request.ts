import type { CallName } from '../../../api/browser.ts'
import type { Body } from '../../../api/index.ts'
import type { DocumentAnswer } from '../../../engine/index.ts'
import type { Call, Calls } from '../../client/index.ts'

/** The calls for the document of a request. The profile does not list it, so the tab remembers what it has sent. */
export function callsForRequest({ call, callOnce }: Calls, key: string): Calls {
  let file: DocumentAnswer | undefined
  const by = (send: Call) => {
    const make = async (name: CallName, payload: unknown): Promise<unknown> => {
      if (name === 'documentAnswer') return file ? { [key]: file } : {}
      if (name === 'startConversion') file = { file_name: (payload as Body<'startConversion'>).file_name, file_size: 0 }
      return (send as (name: CallName, payload: unknown) => Promise<unknown>)(name, payload)
    }
    return make as Call // each reply has the schema of its call
  }
  return { call: by(call), callOnce: by(callOnce) }
}
