import { useState } from 'react'
import { flushSync } from 'react-dom'
import { type DocumentAnswer, fileSize, say, type UploadQuestion } from '../../../engine/index.ts'
import { Button, classNames, given, Icon, LiveRegion, marked, sentence } from '../../parts/index.ts'
import { AskFirst } from '../controls/ask-first.tsx'
import { type DescribedBy, FieldGroup } from '../controls/field.tsx'
import { controlOf } from '../controls/focus-question.ts'
import { useBlockActions } from '../store/block-actions.ts'
import { type Upload, useDocumentActions, useUpload } from '../store/document-actions.ts'
import { useApplication, useMessages, useOptional } from '../store/use-application.tsx'
import { ArrangePages } from './arrange-pages.tsx'
import { ChooseFile } from './choose-file.tsx'
import { FileButton, OTHER_PAGE } from './file-button.tsx'
import { FileOnItsWay } from './file-on-its-way.tsx'
import { LockedPdf } from './locked-pdf.tsx'
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
  const message = upload && 'message' in upload ? upload.message : undefined
  const messages = message === undefined ? missing : [message]
  return (
    <FieldGroup id={key} name={key} label={label} help={help} optional={optional} messages={messages} tabIndex={-1}>
      {(described) =>
        signedIn ? (
          <UploadControl question={question} described={described} />
        ) : (
          <p className={styles.idle}>{say('This question can be finished once you have created an account.')}</p>
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
      ) : upload?.kind === 'locked' ? (
        <LockedPdf question={question} upload={upload} described={described} />
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
  upload !== undefined && !hasFailed(upload) && !['attached', 'arranging', 'locked'].includes(upload.kind)

const hasFailed = (upload: Upload | undefined): upload is OfKind<'refused' | 'failed'> =>
  upload?.kind === 'refused' || upload?.kind === 'failed'

type UploadNewsProps = { upload: Upload | undefined; stored: DocumentAnswer | undefined }

/** Reads aloud what happens to a file. The state when the page opened is not announced. */
function UploadNews({ upload, stored }: UploadNewsProps) {
  const [hasBegun, setBegun] = useState(false)
  if (upload && !hasBegun) setBegun(true)
  const atRest = stored ? say('{file} is attached.', { file: given(stored.file_name) }) : say('No file is attached.')
  return <LiveRegion>{upload ? wordsOf(upload) : hasBegun && atRest}</LiveRegion>
}

function wordsOf(upload: Upload): string {
  const { file_name } = upload.document
  const file = file_name ? given(file_name) : say('Your file')
  switch (upload.kind) {
    case 'arranging':
      return [upload.message, say('Your pages are listed. Check their order, and then attach them.')]
        .filter(Boolean)
        .join(' ')
    case 'locked':
      return [upload.message, say('{file} is locked. Enter its password to attach it.', { file })]
        .filter(Boolean)
        .join(' ')
    case 'preparing':
      return {
        photo: say('Making {file} smaller.', { file }),
        opening: say('Opening {file}.', { file }),
        reading: say('Reading your pages.'),
        joining: say('Joining your pages.'),
      }[upload.work]
    case 'uploading':
      return upload.note ? `${upload.note} ${say('Uploading it now.')}` : say('Uploading {file}.', { file })
    case 'converting':
      return say('{file} is uploaded and is being converted to PDF.', { file })
    case 'deleting':
      return say('Deleting {file}.', { file })
    case 'attached':
      return [say('{file} is attached.', { file }), upload.signature].filter(Boolean).join(' ')
    case 'refused':
      return [upload.message, say('{file} was not attached.', { file }), upload.advice].filter(Boolean).join(' ')
    case 'failed':
      return '' // a toast reads the failure aloud
  }
}

type StoredFileProps = {
  question: UploadQuestion
  document: DocumentAnswer
  /** How it was attached, if that was on this page. */
  upload: Upload | undefined
  busy: boolean
}

/**
 * The document of a question, with buttons to download it as a PDF and to delete it after confirmation (requirements
 * 4.upload.10, 4.upload.11 and 4.upload.12).
 */
function StoredFile({ question, document: { file_name, file_size }, upload, busy }: StoredFileProps) {
  const { attach, remove, addressOf } = useDocumentActions()
  const [asked, setAsked] = useState(false)
  const download = async () => {
    const address = await addressOf(question)
    if (address !== undefined) save(address)
  }
  const agree = async () => {
    try {
      await remove(question)
    } finally {
      flushSync(() => setAsked(false))
    }
    controlOf(question.key)?.focus()
  }
  return (
    <div className={styles.box} aria-busy={busy || undefined}>
      <Icon name="file" />
      <div>
        <p className={styles.name} translate="no">
          {file_name}
        </p>
        <p className={classNames(styles.state, styles.attached)}>
          <Icon name="check" />
          <span>{say('Attached, {size}', { size: fileSize(file_size) })}</span>
        </p>
        {upload?.note && (
          <p className={styles.state}>
            <span>{marked(upload.note)}</span>
          </p>
        )}
        {upload?.kind === 'attached' && upload.signature && <p className={styles.state}>{upload.signature}</p>}
      </div>
      <div className={styles.actions}>
        <Button variant="quiet" size="small" leading="download" onClick={() => void download()}>
          {sentence('<seen>Download PDF</seen> of {file}', { file: file_name })}
        </Button>
        <Button variant="quiet" size="small" leading="trash" busy={busy} onClick={() => setAsked(true)}>
          {busy
            ? sentence('<seen>Deleting…</seen> {file}', { file: file_name })
            : sentence('<seen>Delete</seen> {file}', { file: file_name })}
        </Button>
      </div>
      {upload?.kind === 'attached' && (upload.file ?? upload.pages) && (
        <div className={styles.more}>
          <FileButton
            question={question}
            variant="quiet"
            words={OTHER_PAGE}
            onFiles={(files) => void attach(question, ...files)}
          />
        </div>
      )}
      <AskFirst
        open={asked}
        busy={busy}
        header={sentence('Delete {file}?', { file: file_name })}
        description={say('Are you sure you want to delete your file?')}
        yes={say('Delete')}
        no={say('Keep it')}
        onYes={() => void agree()}
        onNo={() => setAsked(false)}
      />
    </div>
  )
}

/** Saves a file from this site to the device without leaving the page. */
function save(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
