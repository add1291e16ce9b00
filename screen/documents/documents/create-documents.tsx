import { useEffect } from 'react'
import type { Reply } from '../../../api/index.ts'
import { type Form, questionsByKey } from '../../../engine/index.ts'
import type { DocumentActions } from '../../fields/index.ts'
import { lazyCode, useToast } from '../../parts/index.ts'
import { createUploads, type DocumentWorkDeps, type Uploads } from './create-uploads.ts'

/** The documents of the person in this tab. Uploads and conversions continue while the person moves between pages. */
export type Documents = DocumentActions &
  Pick<Uploads, 'onFailure'> & {
    readonly phoneLink: NonNullable<DocumentActions['phoneLink']>
    /** Continues to follow conversions that were still running when the person was last here. */
    follow(converting: Reply<'documentAnswer'>): Promise<void>
    /** Forgets everything, and ignores the results of anything still running. */
    empty(): void
  }

type Deps = Pick<DocumentWorkDeps, 'store' | 'save' | 'calls' | 'limits'> & { readonly form: Form }

const documentWork = lazyCode(async () => (await import('./document-work.ts')).createDocumentWork)
type DocumentWork = ReturnType<Awaited<ReturnType<typeof documentWork.load>>>

/** Creates the documents. Their state is available from the start; the upload code loads with the first document. */
export function createDocuments({ form, ...deps }: Deps): Documents {
  const uploads = createUploads()
  let life = new AbortController()
  const uploadsAmong = (keys: readonly string[]) =>
    keys.flatMap((key) => {
      const question = questionsByKey(form).get(key)
      return question?.kind === 'upload' ? [question] : []
    })
  let made: DocumentWork | undefined
  const work = async () => {
    const createDocumentWork = await documentWork.load()
    made ??= createDocumentWork({ ...deps, uploads, uploadsAmong, signal: () => life.signal })
    return made
  }

  return {
    limits: deps.limits,
    uploadOf: uploads.get,
    subscribe: uploads.subscribe,
    onFailure: uploads.onFailure,
    isUploading: (keys) => keys.some(uploads.isUploading),
    isUnsent: uploads.isUnsent,
    async attach(question, ...files) {
      try {
        await (await work()).attach(question, ...files)
      } catch (error) {
        const [file] = files
        const document = { file_name: file?.name ?? '', file_size: file?.size ?? 0 }
        uploads.set(question.key, { kind: 'failed', document, file })
        throw error
      }
    },
    unlock: async (question, password) => (await work()).unlock(question, password),
    arrange({ key }, pages) {
      const { document = { file_name: '', file_size: 0 } } = uploads.get(key) ?? {}
      uploads.set(key, pages.length > 0 ? { kind: 'arranging', document, pages } : undefined)
    },
    async send(question) {
      const before = uploads.get(question.key)
      try {
        await (await work()).send(question)
      } catch (error) {
        uploads.set(question.key, before)
        throw error
      }
    },
    cancel: async (question) => (await work()).cancel(question),
    remove: async (question) => (await work()).remove(question),
    addressOf: async (question) => (await work()).addressOf(question),
    async phoneLink({ key }) {
      // The answers decide whether the question is asked at all.
      const [link] = await Promise.all([deps.calls.call('makePhoneLink', { answer_key: key }), deps.save()])
      return link
    },
    reload: async (keys) => (await work()).reload(keys),
    async follow(converting) {
      if (Object.keys(converting).length > 0) (await work()).follow(converting)
    },
    forget(keys) {
      for (const key of keys) uploads.set(key, undefined)
    },
    empty() {
      life.abort()
      life = new AbortController()
      uploads.empty()
    },
  }
}

/** Reports failed uploads on whatever page the person is by then (requirement 8.upload.1). */
export function UploadFailures({ documents }: { documents: Pick<Documents, 'onFailure'> }) {
  const showToast = useToast()
  useEffect(() => {
    documents.onFailure((failure) => showToast({ severity: 'error', ...failure }))
  }, [documents, showToast])
  return null
}
