import { NOT_CONVERTED } from '../../../api/browser.ts'
import type { Reply } from '../../../api/index.ts'
import { type DocumentAnswer, say, type UploadQuestion } from '../../../engine/index.ts'
import { CallError, isForAll } from '../../client/index.ts'
import type { DocumentActions, Upload } from '../../fields/index.ts'
import { type Chosen, createPreparation, documentOf, type ReadyFile } from './create-preparation.ts'
import { type DocumentWorkDeps, warnBeforeLeaving } from './create-uploads.ts'
import { createRuns, followConversion, isSettled, type Run, sendDocument } from './send-document.ts'

/** A file whose name only the server knows. */
const nameless: DocumentAnswer = { file_name: '', file_size: 0 }

type DocumentWork = Pick<
  DocumentActions,
  'attach' | 'unlock' | 'send' | 'cancel' | 'remove' | 'addressOf' | 'reload'
> & {
  follow(converting: Reply<'documentAnswer'>): void
}

/**
 * Moves documents from the person's device into the application and out of it (requirements 4.upload).
 */
export function createDocumentWork({
  uploadsAmong,
  store,
  save,
  calls,
  uploads,
  limits,
  signal,
}: DocumentWorkDeps): DocumentWork {
  const { call } = calls
  const runs = createRuns(signal)
  const prepare = createPreparation(uploads, limits, (key) =>
    namesBeside(key, [...uploads.documents(), ...Object.entries(store.current().document_answer)]),
  )
  warnBeforeLeaving(uploads)
  const receive = (...written: Parameters<typeof asAnswers>) => store.receive(asAnswers(...written))

  /**
   * Follows a conversion to its end: the server has written the answer, or refuses the file with a reason. If it was
   * unclear whether the conversion started, and it did not, throws the error that left it unclear.
   */
  const settle = async (
    key: string,
    chosen: Chosen,
    { signal, first, doubt }: { signal: AbortSignal; first?: number; doubt?: CallError | undefined },
  ) => {
    const shown = shownOf(chosen)
    const onUnclear = (isUnclear: boolean) =>
      uploads.set(key, { kind: 'converting', ...shown, ...(isUnclear && { isUnclear }) })
    onUnclear(false)
    const { conversion, documents } = await followConversion(key, { calls, signal, first, onUnclear })
    signal.throwIfAborted()
    if (doubt && conversion.status === 'NOT_ANSWERED') throw doubt
    receive(documents, [key])
    const { document, file, note, pages, photo } = chosen
    const { signature } = conversion
    const message = conversion.message || say(NOT_CONVERTED)
    if (conversion.status !== 'FAILED')
      uploads.set(key, note || signature ? { kind: 'attached', ...shown, file: photo, signature } : undefined)
    else if (pages) uploads.set(key, { kind: 'arranging', document, pages, message })
    else uploads.set(key, { kind: 'refused', document, message, file })
  }

  const upload = async (key: string, chosen: ReadyFile, run: Run) => {
    const onProgress = (share: number) => uploads.set(key, { kind: 'uploading', ...shownOf(chosen), share })
    onProgress(0)
    const { doubt } = await sendDocument(key, chosen.file, { save, calls, onProgress, run })
    await settle(key, chosen, { signal: run.signal, doubt })
  }

  /**
   * Does the work of one question and reports its failure, unless it was stopped or the person has left. Passes on
   * errors that the app reports in one place, such as the end of the session or of the application.
   */
  const reportingFailure = (
    { key, label }: UploadQuestion,
    { document, file, pages }: Chosen,
    work: (run: Run) => Promise<void>,
  ) =>
    runs.start(key, async (run) => {
      try {
        await work(run)
      } catch (error) {
        if (run.signal.aborted) return
        if (!isOwn(error)) throw error
        const title = say('Error uploading file for {question}', { question: label })
        const onClose = () => void reset(key)
        const left: Upload = pages ? { kind: 'arranging', document, pages } : { kind: 'failed', document, file }
        uploads.set(key, left, { title, text: error.message, onClose })
      }
    })
  /** Uploads what was made ready, if it was. */
  const uploading = (
    question: UploadQuestion,
    chosen: Chosen,
    made: (signal: AbortSignal) => Promise<ReadyFile | undefined>,
  ) =>
    reportingFailure(question, chosen, async (run) => {
      const ready = await made(run.signal)
      if (ready) await upload(question.key, ready, run)
    })
  /**
   * Removes the error together with any failed conversion (requirements 8.upload.2 and 8.upload.3). It asks for the
   * status first, because the document may have arrived anyway, or another device may have sent one: those stay and are
   * shown.
   */
  const reset = async (key: string) => {
    const now = uploads.get(key)
    uploads.set(key, now?.kind === 'arranging' ? now : undefined)
    const { status } = await call('conversion', { answer_key: key })
    if (status === 'FAILED' || status === 'NOT_ANSWERED') await call('deleteConversion', { answer_key: key })
    else await reload([key])
  }

  const follow = (question: UploadQuestion, document: DocumentAnswer) => {
    const chosen = { document, file: undefined }
    void reportingFailure(question, chosen, (run) => {
      run.isStarted = true
      return settle(question.key, chosen, { signal: run.signal, first: 0 })
    })
  }

  const removed = async (key: string) => {
    const { document = nameless } = uploads.get(key) ?? {}
    uploads.set(key, { kind: 'deleting', document: store.current().document_answer[key] ?? document })
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
    async attach(question, ...files) {
      const { key } = question
      const now = uploads.get(key)
      const kept = now?.pages ?? []
      const added = now?.kind === 'attached' && now.file ? [now.file, ...files] : files
      const [file] = added
      if (file === undefined) return
      await uploading(question, { document: documentOf(file), file }, (signal) =>
        kept.length + added.length > 1 ? prepare.pages(key, kept, added, signal) : prepare.file(key, file, signal),
      )
    },
    async unlock(question, password) {
      const now = uploads.get(question.key)
      if (now?.kind !== 'locked') return
      await uploading(question, now, (signal) => prepare.unlocked(question.key, now.file, password, signal))
    },
    async send(question) {
      const { document, pages } = uploads.get(question.key) ?? {}
      const joined = (signal: AbortSignal) => prepare.joined(question.key, pages ?? [], signal)
      if (document && pages) await uploading(question, { document, file: undefined, pages }, joined)
    },
    async cancel(question) {
      const { key, label } = question
      const { document = nameless, pages } = uploads.get(key) ?? {}
      uploads.set(key, { kind: 'deleting', document })
      try {
        if (await runs.stop(key)) await removed(key)
        uploads.set(key, pages && { kind: 'arranging', document, pages })
      } catch (error) {
        follow(question, document) // it is still being converted
        throw isOwn(error) ? error.titled(notDeleted(label)) : error
      }
    },
    remove: ({ key, label }) => removed(key).catch(failingAs(notDeleted(label))),
    async addressOf({ key, label }) {
      const failing = failingAs(say('Error downloading file for {question}', { question: label }))
      const { url } = await call('conversion', { answer_key: key }).catch(failing)
      if (url === undefined) await reload([key]).catch(failing) // another tab has deleted or replaced it
      return url
    },
    follow(converting) {
      for (const question of uploadsAmong(Object.keys(converting)))
        follow(question, converting[question.key] ?? nameless)
    },
  }
}

/** The server has written the answers of these keys: its version of them. */
const asAnswers = (documents: Reply<'documentAnswer'>, keys: readonly string[]) => ({
  document_answer: documents,
  answer: Object.fromEntries(keys.map((key) => [key, documents[key] ? 'ANSWERED' : ''])),
})

/** What the documents of the other questions are called. */
const namesBeside = (key: string, all: readonly (readonly [key: string, document: DocumentAnswer | undefined])[]) =>
  all.flatMap(([other, document]) => (other === key || document === undefined ? [] : [document.file_name]))

const shownOf = ({ document, note, pages }: Chosen) => ({ document, ...(note && { note }), ...(pages && { pages }) })

/** Whether the error should be reported here. */
const isOwn = (error: unknown): error is CallError => error instanceof CallError && !isForAll(error)

const notDeleted = (question: string) => say('Error deleting file for {question}', { question })

const failingAs = (title: string) => (error: unknown) => {
  throw isOwn(error) ? error.titled(title) : error
}
