import { useState } from 'react'
import { flushSync } from 'react-dom'
import { type DocumentAnswer, fileSize, type UploadQuestion } from '../../../engine/index.ts'
import { Button, classNames, Icon, sentence, VisuallyHidden } from '../../parts/index.ts'
import { AskFirst } from '../controls/ask-first.tsx'
import { controlOf } from '../controls/focus-question.ts'
import { type Upload, useDocumentActions } from '../store/document-actions.ts'
import { FileButton } from './file-button.tsx'
import styles from './upload.module.css'

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
export function StoredFile({ question, document: { file_name, file_size }, upload, busy }: StoredFileProps) {
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
          <span>{`Attached, ${fileSize(file_size)}`}</span>
        </p>
        {upload?.note && <p className={styles.state}>{upload.note}</p>}
      </div>
      <div className={styles.actions}>
        <Button variant="quiet" size="small" leading="download" onClick={() => void download()}>
          <span>Download PDF</span>
          <VisuallyHidden>{sentence` of ${file_name}`}</VisuallyHidden>
        </Button>
        <Button variant="quiet" size="small" leading="trash" busy={busy} onClick={() => setAsked(true)}>
          <span>{busy ? 'Deleting…' : 'Delete'}</span>
          <VisuallyHidden translate="no">{` ${file_name}`}</VisuallyHidden>
        </Button>
      </div>
      {upload?.kind === 'attached' && (
        <div className={styles.more}>
          <FileButton question={question} variant="quiet" onFiles={(files) => void attach(question, ...files)}>
            Add another page
          </FileButton>
        </div>
      )}
      <AskFirst
        open={asked}
        busy={busy}
        header={sentence`Delete ${file_name}?`}
        description="Are you sure you want to delete your file?"
        yes="Delete"
        no="Keep it"
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
