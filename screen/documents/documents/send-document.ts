import { CallError, type Calls, sendFile } from '../../client/index.ts'
import type { Run } from './create-runs.ts'
import { isUnclear } from './is-unclear.ts'

type Sending = {
  /** Saves unsaved answers; throws if that fails now. */
  readonly save: () => Promise<void>
  readonly calls: Calls
  /** Called with the share of the file sent so far, 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly run: Run
}

/**
 * Sends a file to storage and starts its conversion (requirements 4.upload). Saves the answers at the same time,
 * because they decide whether the question is asked at all: if the server did not know them yet, it is asked again. Throws the error of a failed call, or the reason of the
 * run's signal. `doubt` is an error that leaves open whether the conversion started: the request may have arrived and only
 * its reply been lost.
 */
export async function sendDocument(
  answer_key: string,
  file: File,
  { save, calls: { call }, onProgress, run }: Sending,
): Promise<{ readonly doubt: CallError | undefined }> {
  const { signal } = run
  const saved = save()
  const ask = () => call('presignUpload', { answer_key })
  const asked = ask().catch(async (error) => {
    if (!(error instanceof CallError && error.code === 'not_asked')) throw error
    await saved
    return ask()
  })
  const [permission] = await Promise.all([asked, saved])
  signal.throwIfAborted()
  await sendFile(permission, file, { onProgress, signal })
  const { key: file_key = '' } = permission.fields
  run.isStarted = true
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
