import { type CallError, type Calls, sendFile } from '../../client/index.ts'
import { isUnclear } from './is-unclear.ts'

type Sending = {
  /** Saves what is unsaved; throws when that cannot be done now. */
  readonly save: () => Promise<void>
  readonly calls: Calls
  /** Hears what share of the file is sent, 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/**
 * Brings a file to the storage and asks for its conversion (requirements 4.upload). The answers are saved meanwhile,
 * because they decide whether the question is asked at all. Throws what a call throws, or the reason of the signal.
 * `doubt` is the error that leaves open whether the conversion has been begun: the reply may have been lost, not the
 * request.
 */
export async function sendDocument(
  answer_key: string,
  file: File,
  { save, calls: { call }, onProgress, signal }: Sending,
): Promise<{ readonly doubt: CallError | undefined }> {
  const [permission] = await Promise.all([call('presignUpload', { answer_key }), save()])
  signal.throwIfAborted()
  await sendFile(permission, file, { onProgress, signal })
  const { key: file_key = '' } = permission.fields
  try {
    await call('startConversion', { answer_key, file_key, file_name: file.name })
    return { doubt: undefined }
  } catch (error) {
    if (isUnclear(error)) return { doubt: error }
    throw error
  } finally {
    signal.throwIfAborted()
  }
}
