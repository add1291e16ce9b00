import type { UploadQuestion } from '../../../engine/index.ts'
import { type Upload, useUpload } from '../actions/index.ts'
import { useApplication } from '../store/index.ts'
import { ArrangePages } from './arrange-pages.tsx'
import { ChooseFile } from './choose-file.tsx'
import { FileOnItsWay } from './file-on-its-way.tsx'
import { StoredFile } from './stored-file.tsx'
import { UploadNews } from './upload-news.tsx'

/** The content under the label of an upload question: a way to choose a file, the file on its way, or the document. */
export function UploadControl({ question, wrong }: { question: UploadQuestion; wrong: boolean }) {
  const { key } = question
  const upload = useUpload(key)
  const stored = useApplication(({ answer, document_answer }) => (answer[key] ? document_answer[key] : undefined))
  return (
    <>
      {upload?.kind === 'arranging' ? (
        <ArrangePages question={question} upload={upload} />
      ) : isUnderWay(upload) && !(stored && upload.kind === 'deleting') ? (
        <FileOnItsWay question={question} upload={upload} />
      ) : stored ? (
        <StoredFile question={question} document={stored} upload={upload} busy={upload?.kind === 'deleting'} />
      ) : (
        <ChooseFile question={question} left={hasFailed(upload) ? upload : undefined} wrong={wrong} />
      )}
      <UploadNews upload={upload} stored={stored} />
    </>
  )
}

type OfKind<Kind> = Extract<Upload, { kind: Kind }>

const isUnderWay = (
  upload: Upload | undefined,
): upload is OfKind<'preparing' | 'uploading' | 'converting' | 'deleting'> =>
  upload !== undefined && !hasFailed(upload) && upload.kind !== 'attached' && upload.kind !== 'arranging'

const hasFailed = (upload: Upload | undefined): upload is OfKind<'refused' | 'failed'> =>
  upload?.kind === 'refused' || upload?.kind === 'failed'
