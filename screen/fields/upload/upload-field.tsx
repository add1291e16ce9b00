import { useState } from 'react'
import type { DocumentAnswer, UploadQuestion } from '../../../engine/index.ts'
import { given, LiveRegion } from '../../parts/index.ts'
import { type DescribedBy, FieldGroup } from '../controls/field.tsx'
import { useBlockActions } from '../store/block-actions.ts'
import { type Upload, useUpload } from '../store/document-actions.ts'
import { useApplication, useMessages, useOptional } from '../store/use-application.tsx'
import { ArrangePages } from './arrange-pages.tsx'
import { ChooseFile } from './choose-file.tsx'
import { FileOnItsWay } from './file-on-its-way.tsx'
import { StoredFile } from './stored-file.tsx'
import styles from './upload.module.css'

/**
 * A document field: no file yet, on its way, or attached (requirements 4.upload). When signed out, it only explains why
 * it must wait.
 */
export function UploadField({ question }: { question: UploadQuestion }) {
  const { key, label, help } = question
  const { signedIn } = useBlockActions()
  const upload = useUpload(key)
  const optional = useOptional([question])
  const missing = useMessages([question])
  const message = upload?.kind === 'refused' || upload?.kind === 'arranging' ? upload.message : undefined
  const messages = message === undefined ? missing : [message]
  return (
    <FieldGroup id={key} name={key} label={label} help={help} optional={optional} messages={messages} tabIndex={-1}>
      {(described) =>
        signedIn ? (
          <UploadControl question={question} described={described} />
        ) : (
          <p className={styles.idle}>This question can be finished once you have created an account.</p>
        )
      }
    </FieldGroup>
  )
}

/** The content under the label of an upload question: a way to choose a file, the file on its way, or the document. */
function UploadControl({ question, described }: { question: UploadQuestion; described: DescribedBy }) {
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
        <ChooseFile question={question} left={hasFailed(upload) ? upload : undefined} described={described} />
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

type UploadNewsProps = { upload: Upload | undefined; stored: DocumentAnswer | undefined }

/** Reads aloud what happens to a file. The state when the page opened is not announced. */
function UploadNews({ upload, stored }: UploadNewsProps) {
  const [hasBegun, setBegun] = useState(false)
  if (upload && !hasBegun) setBegun(true)
  const atRest = stored ? `${given(stored.file_name)} is attached.` : 'No file is attached.'
  return <LiveRegion>{upload ? wordsOf(upload) : hasBegun && atRest}</LiveRegion>
}

function wordsOf(upload: Upload): string {
  const { file_name } = upload.document
  const name = file_name ? given(file_name) : 'Your file'
  switch (upload.kind) {
    case 'arranging':
      return `${upload.message ?? ''} Your pages are listed. Check their order, and then attach them.`.trim()
    case 'preparing':
      return { photo: `Making ${name} smaller.`, reading: 'Reading your pages.', joining: 'Joining your pages.' }[
        upload.work
      ]
    case 'uploading':
      return upload.note ? `${upload.note} Uploading it now.` : `Uploading ${name}.`
    case 'converting':
      return `${name} is uploaded and is being converted to PDF.`
    case 'deleting':
      return `Deleting ${name}.`
    case 'attached':
      return `${name} is attached.`
    case 'refused':
      return [upload.message, `${name} was not attached.`, upload.advice].filter(Boolean).join(' ')
    case 'failed':
      return '' // a toast reads the failure aloud
  }
}
