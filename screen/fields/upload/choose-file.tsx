import { useEffect, useRef } from 'react'
import { type FileLimits, inMegabytes } from '../../../api/browser.ts'
import { fileSize, type UploadQuestion } from '../../../engine/index.ts'
import { Button, classNames } from '../../parts/index.ts'
import { type Upload, useDocumentActions } from '../actions/index.ts'
import { AttachText } from './attach-text.tsx'
import { FileButton } from './file-button.tsx'
import styles from './upload.module.css'
import { useDrop } from './use-drop.ts'
import { UseYourPhone } from './use-your-phone.tsx'

const listed = new Intl.ListFormat('en-US', { type: 'disjunction' })
const inWords = ({ types, bytes }: FileLimits) => `A ${listed.format(types)} file of at most ${inMegabytes(bytes)}.`
const HELP = 'We make a larger photo smaller for you, turn HEIC into JPEG, and join several photos or PDFs into one.'

type ChooseFileProps = {
  question: UploadQuestion
  /** A file that could not be attached. */
  left: Extract<Upload, { kind: 'refused' | 'failed' }> | undefined
  wrong: boolean
}

/** An upload question without a document: a button and a drop area. A failed upload can be tried again. */
export function ChooseFile({ question, left, wrong }: ChooseFileProps) {
  const { attach, limits, phoneLink } = useDocumentActions()
  const { isOver, target } = useDrop((files) => void attach(question, ...files))
  const again = left?.kind === 'failed' ? left.file : undefined
  const advice = left?.kind === 'refused' && left.advice
  const field = useRef<HTMLElement>(null)
  // Once a file is uploading, the focused button is gone, so the question takes the focus.
  useEffect(() => () => void (document.activeElement === document.body && field.current?.focus()), [])
  const take = (files: readonly File[], pressed: HTMLElement) => {
    field.current = pressed.closest('fieldset')
    if (files.length > 0) void attach(question, ...files)
  }
  return (
    <div className={classNames(styles.idle, isOver && styles.over)} {...target}>
      {again && (
        <Button variant="outline" size="small" onClick={({ currentTarget }) => take([again], currentTarget)}>
          Try again
        </Button>
      )}
      <AttachText question={question} onFile={(file, pressed) => take([file], pressed)} />
      <FileButton
        question={question}
        variant="outline"
        onFiles={take}
        wrong={wrong}
        describedBy={`${question.key}-limits`}
      >
        {left ? 'Choose another file' : 'Choose a file'}
      </FileButton>
      {phoneLink && <UseYourPhone question={question} phoneLink={phoneLink} />}
      {left?.document.file_name ? (
        <span className={styles.state}>
          <span translate="no">{left.document.file_name}</span>
          <span>{`, ${fileSize(left.document.file_size)}, was not attached`}</span>
        </span>
      ) : (
        <span className={classNames(styles.state, styles.drop)}>or drop it here</span>
      )}
      {advice && <p className={styles.limits}>{advice}</p>}
      <p className={styles.limits} id={`${question.key}-limits`}>
        {`${inWords(limits())} ${HELP}`}
      </p>
    </div>
  )
}
