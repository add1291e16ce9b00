import type { CallName } from '../../../api/browser.ts'
import type { Body } from '../../../api/index.ts'
import type { DocumentAnswer } from '../../../engine/index.ts'
import { type Call, type Calls, call, callOnce } from '../../client/index.ts'

/** The calls for documents, made with the token of a link instead of a session. */
export function callsFromPhone(phone_token: string, answerKey: string): Calls {
  let file: DocumentAnswer | undefined
  let isDone = false

  const by = (send: Call) => {
    const make = async (name: CallName, payload: unknown): Promise<unknown> => {
      switch (name) {
        case 'presignUpload':
          return send('presignFromPhone', { phone_token })
        case 'startConversion': {
          const { file_key, file_name } = payload as Body<'startConversion'>
          file = { file_name, file_size: 0 }
          return send('startFromPhone', { phone_token, file_key, file_name })
        }
        case 'conversion': {
          const progress = await send('conversionFromPhone', { phone_token })
          isDone = progress.status === 'COMPLETED'
          return progress
        }
        // The server tells the phone of no documents. It knows itself which one it has sent.
        case 'documentAnswer':
          return isDone && file ? { [answerKey]: file } : {}
        case 'deleteConversion':
        case 'deleteDocument':
          return send('deleteFromPhone', { phone_token })
        default:
          throw new Error(`A phone cannot make the call ${name}.`)
      }
    }
    return make as Call // each reply above has the schema of the call it stands in for
  }
  return { call: by(call), callOnce: by(callOnce) }
}
