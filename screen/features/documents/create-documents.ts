import { fileProblem } from '../../../api/browser.ts'
import type { Reply } from '../../../api/index.ts'
import {
  type DocumentAnswer,
  type Form,
  isGiven,
  questionsByKey,
  type UploadQuestion,
  without,
} from '../../../engine/index.ts'
import { CallError, call } from '../../client/index.ts'
import type { ApplicationStore, DocumentActions } from '../../fields/index.ts'
import { createUploads } from './create-uploads.ts'
import { followConversion, isSettled } from './follow-conversion.ts'
import { sendDocument } from './send-document.ts'

/** The documents of the person in this tab: they go on being uploaded and converted while pages come and go. */
export type Documents = DocumentActions & {
  /** Goes on following the conversions that were left unsettled when the person was last here. */
  follow(converting: Reply<'documentAnswer'>): void
  /** Forgets everything; what is under way is no longer listened to. */
  empty(): void
  /** Says who tells the person of a failure. */
  onFailure(tell: Tell): void
}

export type Failure = {
  readonly title: string
  readonly text: string
  /** The person has read it. */
  readonly onReset: () => void
}
/** Gives what takes the message away again. */
type Tell = (failure: Failure) => () => void

type Tools = {
  readonly form: Form
  readonly store: ApplicationStore
  /** Saves what is unsaved; throws when that cannot be done now. */
  readonly save: () => Promise<void>
}

const NOT_CONVERTED = 'Your file could not be converted. Please try another file.'

/** The way of a document from the person's device into the application and out of it (specification §4). */
export function createDocuments({ form, store, save }: Tools): Documents {
  const uploads = createUploads()
  const messages = new Map<string, () => void>()
  let tell: Tell = () => () => {}
  let life = new AbortController()

  /** The server has written the answers; this is what it says they are. */
  const receive = (documents: Reply<'documentAnswer'>, keys: readonly string[]) =>
    store.receive({
      document_answer: documents,
      answer: Object.fromEntries(keys.map((key) => [key, documents[key] ? 'ANSWERED' : ''])),
    })
  const isHeld = (key: string) => isGiven(store.current().answer[key]) && store.current().document_answer[key]

  const forget = (keys: readonly string[]) => {
    for (const key of keys) {
      messages.get(key)?.()
      messages.delete(key)
      uploads.set(key, undefined)
    }
  }

  /** Error and conversion go together (specification §8). */
  const reset = async (key: string) => {
    forget([key])
    await call('deleteConversion', { answer_key: key })
  }

  /** Follows a conversion to its end: the server has answered the question, or the file is refused with its reason. */
  const settle = async (key: string, document: DocumentAnswer, file: File | undefined, first?: number) => {
    const { signal } = life
    uploads.set(key, { kind: 'converting', document })
    const { conversion, documents } = await followConversion(key, signal, first)
    signal.throwIfAborted()
    receive(documents, [key])
    const message = conversion.message || NOT_CONVERTED
    uploads.set(key, conversion.status === 'FAILED' ? { kind: 'refused', document, message, file } : undefined)
  }

  const upload = async (key: string, document: DocumentAnswer, file: File) => {
    const { signal } = life
    const onProgress = (share: number) => uploads.set(key, { kind: 'uploading', document, share })
    onProgress(0)
    await sendDocument(key, file, { save, onProgress, signal })
    await settle(key, document, file)
  }

  /** Tells what went wrong, unless the person is gone or it is everyone's business: the end of session or application. */
  const told = async (
    { key, label }: UploadQuestion,
    document: DocumentAnswer,
    file: File | undefined,
    work: () => Promise<void>,
  ) => {
    const { signal } = life
    forget([key])
    try {
      await work()
    } catch (error) {
      if (signal.aborted) return
      uploads.set(key, { kind: 'failed', document, file })
      if (!isOwn(error)) throw error
      const title = `Error uploading file for ${label}`
      messages.set(key, tell({ title, text: error.message, onReset: () => void reset(key) }))
    }
  }

  const questionOf = (key: string) => {
    const question = questionsByKey(form).get(key)
    return question?.kind === 'upload' ? [question] : []
  }
  const follow = (question: UploadQuestion, document: DocumentAnswer) =>
    void told(question, document, undefined, () => settle(question.key, document, undefined, 0))

  const removed = async (key: string) => {
    uploads.set(key, { kind: 'deleting', document: store.current().document_answer[key] ?? nameless })
    try {
      await call('deleteDocument', { answer_key: key })
      const { document_answer } = without([key], store.current())
      store.receive({ document_answer, answer: { [key]: '' } })
    } finally {
      uploads.set(key, undefined)
    }
  }

  return {
    uploadOf: uploads.get,
    subscribe: uploads.subscribe,
    isOnItsWay: (keys) => keys.some(uploads.isOnItsWay),
    forget,
    async attach(question, file) {
      const { key } = question
      const document = { file_name: file.name, file_size: file.size }
      const message = fileProblem(file.name, file.size)
      if (message === undefined) return told(question, document, file, () => upload(key, document, file))
      forget([key])
      uploads.set(key, { kind: 'refused', document, message, file })
    },
    async remove({ key, label }) {
      try {
        await removed(key)
      } catch (error) {
        throw isOwn(error) ? error.titled(`Error deleting file for ${label}`) : error
      }
    },
    async clear(keys) {
      forget(keys)
      try {
        for (const key of keys.filter(isHeld)) await removed(key)
        return true
      } catch (error) {
        if (!isOwn(error)) throw error
        return false
      }
    },
    async reload(keys) {
      const questions = keys.flatMap(questionOf)
      receive(
        await call('documentAnswer'),
        questions.map(({ key }) => key),
      )
      for (const question of questions) {
        const conversion = await call('conversion', { answer_key: question.key })
        if (!isSettled(conversion) && !uploads.isOnItsWay(question.key)) follow(question, nameless)
      }
    },
    follow(converting) {
      for (const [key, document] of Object.entries(converting))
        for (const question of questionOf(key)) follow(question, document)
    },
    empty() {
      life.abort()
      life = new AbortController()
      forget(uploads.keys())
    },
    onFailure(listener) {
      tell = listener
    },
  }
}

/** A file of which only the server knows the name. */
const nameless: DocumentAnswer = { file_name: '', file_size: 0 }

/** Whether an error is this place's to tell. */
const isOwn = (error: unknown): error is CallError =>
  error instanceof CallError && error.status !== 401 && error.code !== 'already_submitted'
