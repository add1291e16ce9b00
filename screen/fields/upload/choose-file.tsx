import { type ChangeEvent, useContext, useEffect, useRef } from 'react'
import { fileLimits, inMegabytes } from '../../../api/browser.ts'
import { fileSize, type UploadQuestion } from '../../../engine/index.ts'
import { Button, buttonLook, classNames, VisuallyHidden } from '../../parts/index.ts'
import { type Upload, useDocumentActions } from '../actions/index.ts'
import { EntryTitleContext } from '../layout/index.ts'
import { MakeSmaller } from './make-smaller.tsx'
import { isLargePhoto } from './smaller-photo.ts'
import styles from './upload.module.css'
import { useDrop } from './use-drop.ts'

const listed = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(fileLimits.types)
const LIMITS = `A ${listed} file of at most ${inMegabytes(fileLimits.bytes)}.`

/** Both extensions and MIME types, because some phones offer the camera for only one of them. */
const ACCEPTED = [
  ...fileLimits.types,
  'image/png',
  'image/jpeg',
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
].join(',')

type ChooseFileProps = {
  question: UploadQuestion
  /** A file that could not be attached. */
  left: Extract<Upload, { kind: 'refused' | 'failed' }> | undefined
  wrong: boolean
}

/** An upload question without a document: a button and a drop area. A failed upload can be tried again. */
export function ChooseFile({ question, left, wrong }: ChooseFileProps) {
  const { attach } = useDocumentActions()
  const { isOver, target } = useDrop((file) => void attach(question, file))
  const again = left?.kind === 'failed' ? left.file : undefined
  const large = left?.kind === 'refused' && left.file && isLargePhoto(left.file) ? left.file : undefined
  const entry = useContext(EntryTitleContext)
  const field = useRef<HTMLElement>(null)
  // Once a file is uploading, the focused button is gone, so the question takes the focus.
  useEffect(() => () => void (document.activeElement === document.body && field.current?.focus()), [])
  const take = (pressed: HTMLElement, file: File | undefined) => {
    field.current = pressed.closest('fieldset')
    if (file) void attach(question, file)
  }
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    take(event.target, event.target.files?.[0])
    event.target.value = '' // so that the same file can be chosen again
  }
  return (
    <div className={classNames(styles.idle, isOver && styles.over)} {...target}>
      {again && (
        <Button variant="outline" size="small" onClick={({ currentTarget }) => take(currentTarget, again)}>
          Try again
        </Button>
      )}
      {large && <MakeSmaller photo={large} onSmaller={(smaller, pressed) => take(pressed, smaller)} />}
      <label className={classNames(buttonLook({ variant: 'outline', size: 'small' }), styles.choose)}>
        {left ? 'Choose another file' : 'Choose a file'}
        <VisuallyHidden>
          {' '}
          for {question.label}
          {entry && `, ${entry}`}
        </VisuallyHidden>
        <input
          type="file"
          accept={ACCEPTED}
          aria-invalid={wrong || undefined}
          aria-describedby={`${question.key}-limits`}
          onChange={choose}
        />
      </label>
      {left?.document.file_name ? (
        <span className={styles.state}>
          {left.document.file_name}, {fileSize(left.document.file_size)}, was not attached
        </span>
      ) : (
        <span className={classNames(styles.state, styles.drop)}>or drop it here</span>
      )}
      <p className={styles.limits} id={`${question.key}-limits`}>
        {LIMITS}
      </p>
    </div>
  )
}
