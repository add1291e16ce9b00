import type { UploadQuestion } from '../../../engine/index.ts'
import { useUpload } from '../actions/index.ts'
import { useApplication } from '../store/index.ts'
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
      {upload?.kind === 'uploading' || upload?.kind === 'converting' ? (
        <FileOnItsWay upload={upload} />
      ) : stored ? (
        <StoredFile question={question} document={stored} busy={upload?.kind === 'deleting'} />
      ) : (
        <ChooseFile question={question} left={upload?.kind === 'deleting' ? undefined : upload} wrong={wrong} />
      )}
      <UploadNews upload={upload} stored={stored} />
    </>
  )
}
