import { fileProblem, NOT_CONVERTED } from '../../../api/browser.ts'
import type { Reply } from '../../../api/index.ts'
import type { DocumentAnswer, UploadQuestion } from '../../../engine/index.ts'
import { CallError, isForAll } from '../../client/index.ts'
import type { DocumentActions } from '../../fields/index.ts'
import type { DocumentWorkDeps } from './document-work-deps.ts'
import { followConversion, isSettled } from './follow-conversion.ts'
import { sendDocument } from './send-document.ts'

/** A file whose name only the server knows. */
const nameless: DocumentAnswer = { file_name: '', file_size: 0 }

type DocumentWork = Pick<DocumentActions, 'attach' | 'remove' | 'addressOf' | 'clear' | 'reload'> & {
  follow(converting: Reply<'documentAnswer'>): void
}

/**
 * Moves documents from the person's device into the application and out of it (requirements 4.upload).
 * Above 80 lines: each step of an upload starts the next, and may have to undo the previous one.
 */
export function createDocumentWork({
  uploadsAmong,
  store,
  save,
  calls,
  uploads,
  signal,
}: DocumentWorkDeps): DocumentWork {
  const { call } = calls
  /** The server has written these answers; this stores its version of them. */
  const receive = (documents: Reply<'documentAnswer'>, keys: readonly string[]) =>
    store.receive({
      document_answer: documents,
      answer: Object.fromEntries(keys.map((key) => [key, documents[key] ? 'ANSWERED' : ''])),
    })
  const isHeld = (key: string) => store.current().answer[key] && store.current().document_answer[key]

  /**
   * Follows a conversion to its end: the server has written the answer, or refuses the file with a reason. If it was
   * unclear whether the conversion started, and it did not, throws the error that left it unclear.
   */
  const settle = async (
    key: string,
    document: DocumentAnswer,
    { file, first, doubt }: { file?: File | undefined; first?: number; doubt?: CallError | undefined },
  ) => {
    const now = signal()
    const onUnclear = (isUnclear: boolean) =>
      uploads.set(key, { kind: 'converting', document, ...(isUnclear && { isUnclear }) })
    onUnclear(false)
    const { conversion, documents } = await followConversion(key, { calls, signal: now, first, onUnclear })
    now.throwIfAborted()
    if (doubt && conversion.status === 'NOT_ANSWERED') throw doubt
    receive(documents, [key])
    const message = conversion.message || NOT_CONVERTED
    uploads.set(key, conversion.status === 'FAILED' ? { kind: 'refused', document, message, file } : undefined)
  }

  const upload = async (key: string, document: DocumentAnswer, file: File) => {
    const onProgress = (share: number) => uploads.set(key, { kind: 'uploading', document, share })
    onProgress(0)
    const { doubt } = await sendDocument(key, file, { save, calls, onProgress, signal: signal() })
    await settle(key, document, { file, doubt })
  }

  /**
   * Reports a failure, unless the person has left. Passes on errors that the app reports in one place, such as the end
   * of the session or of the application.
   */
  const reportingFailure = async (
    { key, label }: UploadQuestion,
    document: DocumentAnswer,
    file: File | undefined,
    work: () => Promise<void>,
  ) => {
    const now = signal()
    try {
      await work()
    } catch (error) {
      if (now.aborted) return
      if (!isOwn(error)) throw error
      const title = `Error uploading file for ${label}`
      const onClose = () => void reset(key)
      uploads.set(key, { kind: 'failed', document, file }, { title, text: error.message, onClose })
    }
  }
  /**
   * Removes the error together with any failed conversion (requirements 8.upload.2 and 8.upload.3). It asks for the
   * status first, because the document may have arrived anyway, or another device may have sent one: those stay and are
   * shown.
   */
  const reset = async (key: string) => {
    uploads.set(key, undefined)
    const { status } = await call('conversion', { answer_key: key })
    if (status === 'FAILED' || status === 'NOT_ANSWERED') await call('deleteConversion', { answer_key: key })
    else await reload([key])
  }

  const follow = (question: UploadQuestion, document: DocumentAnswer) =>
    void reportingFailure(question, document, undefined, () => settle(question.key, document, { first: 0 }))

  const removed = async (key: string) => {
    uploads.set(key, { kind: 'deleting', document: store.current().document_answer[key] ?? nameless })
    try {
      await call('deleteDocument', { answer_key: key })
      const { [key]: _, ...document_answer } = store.current().document_answer
      store.receive({ document_answer, answer: { [key]: '' } })
    } finally {
      uploads.set(key, undefined)
    }
  }

  const reload = async (keys: readonly string[]) => {
    const questions = uploadsAmong(keys)
    receive(
      await call('documentAnswer'),
      questions.map(({ key }) => key),
    )
    for (const question of questions) {
      const conversion = await call('conversion', { answer_key: question.key })
      if (!isSettled(conversion) && !uploads.isUploading(question.key)) follow(question, nameless)
    }
  }

  return {
    reload,
    async attach(question, file) {
      const { key } = question
      const document = { file_name: file.name, file_size: file.size }
      const message = fileProblem(file.name, file.size)
      if (message === undefined) return reportingFailure(question, document, file, () => upload(key, document, file))
      uploads.set(key, { kind: 'refused', document, message, file })
    },
    async remove({ key, label }) {
      try {
        await removed(key)
      } catch (error) {
        throw isOwn(error) ? error.titled(`Error deleting file for ${label}`) : error
      }
    },
    async addressOf({ key, label }) {
      try {
        const { url } = await call('conversion', { answer_key: key })
        if (url === undefined) await reload([key]) // another tab has deleted or replaced it
        return url
      } catch (error) {
        throw isOwn(error) ? error.titled(`Error downloading file for ${label}`) : error
      }
    },
    async clear(keys) {
      for (const key of keys) uploads.set(key, undefined)
      try {
        for (const key of keys.filter(isHeld)) await removed(key)
        return true
      } catch (error) {
        if (!isOwn(error)) throw error
        return false
      }
    },
    follow(converting) {
      for (const question of uploadsAmong(Object.keys(converting)))
        follow(question, converting[question.key] ?? nameless)
    },
  }
}

/** Whether the error should be reported here. */
const isOwn = (error: unknown): error is CallError => error instanceof CallError && !isForAll(error)
