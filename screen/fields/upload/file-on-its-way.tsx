import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { UploadQuestion } from '../../../engine/index.ts'
import { locale, say, toSay } from '../../../engine/index.ts'
import { Button, Icon, Loading, marked, Status, sentence, useElapsed } from '../../parts/index.ts'
import { controlOf } from '../controls/focus-question.ts'
import { type Upload, useDocumentActions } from '../store/document-actions.ts'
import styles from './upload.module.css'

const PATIENCE = 10_000 // ms; the first Word document of the day may take much longer

type FileOnItsWayProps = {
  question: UploadQuestion
  upload: Extract<Upload, { kind: 'preparing' | 'uploading' | 'converting' | 'deleting' }>
}

/** A file that is made ready, is being uploaded, or is converted by the server. It can be canceled at any moment. */
export function FileOnItsWay({ question, upload }: FileOnItsWayProps) {
  const { cancel } = useDocumentActions()
  const box = useFocusPassedOn()
  const name = upload.document.file_name || say('Your file')
  const isEnding = upload.kind === 'deleting'
  const press = async () => {
    await cancel(question)
    flushSync(() => {}) // the box is gone, and the question has its control again
    controlOf(question.key)?.focus()
  }
  return (
    <div ref={box} className={styles.box} aria-busy="true">
      <Icon name="file" />
      <div>
        <p className={styles.name} translate="no">
          {name}
        </p>
        <State upload={upload} />
        {upload.note && (
          <p className={styles.state}>
            <span>{marked(upload.note)}</span>
          </p>
        )}
      </div>
      <div className={styles.actions}>
        {upload.kind === 'uploading' && (
          <span className={styles.state} translate="no">
            {upload.share.toLocaleString(locale(), { style: 'percent' })}
          </span>
        )}
        <Button variant="quiet" size="small" busy={isEnding} onClick={() => void press()}>
          {isEnding
            ? sentence('<seen>Canceling…</seen> {file}', { file: name })
            : sentence('<seen>Cancel</seen> {file}', { file: name })}
        </Button>
      </div>
      {upload.kind === 'uploading' && (
        <progress className={styles.meter} value={upload.share} aria-label={say('Uploading {file}', { file: name })} />
      )}
    </div>
  )
}

function State({ upload }: Pick<FileOnItsWayProps, 'upload'>) {
  switch (upload.kind) {
    case 'preparing':
      return (
        <p className={styles.state}>
          <Loading size="xs" />
          <span>{say(works[upload.work])}</span>
        </p>
      )
    case 'uploading':
      return <p className={styles.state}>{say('Uploading…')}</p>
    case 'converting':
      return <Converting isUnclear={upload.isUnclear} />
    case 'deleting':
      return null
  }
}

const works = {
  photo: toSay('Making your photo smaller…'),
  opening: toSay('Opening your PDF…'),
  reading: toSay('Reading your pages…'),
  joining: toSay('Joining your pages…'),
} as const

function Converting({ isUnclear = false }: { isUnclear: boolean | undefined }) {
  const isSlow = useElapsed(PATIENCE)
  // Nothing is known to be wrong with a document whose progress is unclear.
  const patience = isUnclear
    ? say('Your file is uploaded. We can’t see how far along it is, but we’ll keep checking.')
    : isSlow && say('This can take a minute.')
  return (
    <p className={styles.state}>
      <Loading size="xs" />
      <span>
        <span>{say('Converting to PDF…')}</span>
        <Status as="span">{patience && ` ${patience}`}</Status>
      </span>
    </p>
  )
}

/** Gives the focus to the question when an element that held it leaves the page. */
function useFocusPassedOn() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const field = box.current?.closest('fieldset')
    let hadFocus = false
    const note = () => {
      hadFocus = box.current?.contains(document.activeElement) ?? false
    }
    document.addEventListener('focusin', note)
    return () => {
      document.removeEventListener('focusin', note)
      if (hadFocus && document.activeElement === document.body) field?.focus()
    }
  }, [])
  return box
}
