import { call, sendFile } from '../../client/index.ts'

type Sending = {
  /** Saves what is unsaved; throws when that cannot be done now. */
  readonly save: () => Promise<void>
  /** Hears what share of the file is sent, 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/**
 * Brings a file to the storage and asks for its conversion (specification §4). The answers are saved meanwhile, because
 * they decide whether the question is asked at all. Throws what a call throws, or the reason of the signal.
 */
export async function sendDocument(
  answer_key: string,
  file: File,
  { save, onProgress, signal }: Sending,
): Promise<void> {
  const [permission] = await Promise.all([call('presignUpload', { answer_key }), save()])
  signal.throwIfAborted()
  await sendFile(permission, file, { onProgress, signal })
  const { key: file_key = '' } = permission.fields
  await call('startConversion', { answer_key, file_key, file_name: file.name })
  signal.throwIfAborted()
}
