import { type ChangeEvent, type DragEvent, type ReactNode, useContext, useEffect, useState } from 'react'
import { fileLimits, otherJpegEndings } from '../../../api/browser.ts'
import { say, toSay, type UploadQuestion } from '../../../engine/index.ts'
import { buttonLook, classNames, sentence } from '../../parts/index.ts'
import { EntryTitleContext } from '../controls/field-context.ts'
import styles from './upload.module.css'

/**
 * Both extensions and MIME types, because some phones offer the camera for only one of them. HEIC becomes JPEG before it
 * is sent.
 */
const ACCEPTED = [
  ...fileLimits.types,
  ...otherJpegEndings,
  '.heic',
  '.heif',
  'image/png',
  'image/jpeg',
  'image/heic',
  'image/heif',
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
].join(',')

export const OTHER_FILE = toSay('<seen>Choose another file</seen> for {question}')
export const OTHER_PAGE = toSay('<seen>Add another page</seen> for {question}')

type FileButtonProps = Omit<ChooseFilesProps, 'children'> & {
  question: UploadQuestion
  /** A sentence with its `{question}`, to be said here. */
  words: string
}

/** Chooses the files of a document, with a button that names its question. */
export function FileButton({ question, words, ...rest }: FileButtonProps) {
  const label = useLabelInEntry(question)
  return (
    <ChooseFiles {...rest} multiple accept={ACCEPTED}>
      {sentence(words, { question: <span>{label}</span> })}
    </ChooseFiles>
  )
}

/** The label of a question, with the entry that it is in. */
export function useLabelInEntry({ label }: UploadQuestion): string {
  const entry = useContext(EntryTitleContext)
  return entry ? say('{question}, {entry}', { question: label, entry }) : label
}

type ChooseFilesProps = {
  children: ReactNode
  variant: 'outline' | 'quiet'
  onFiles: (files: readonly File[], pressed: HTMLElement) => void
  /** Which files are offered, as in HTML. */
  accept?: string
  multiple?: boolean
  wrong?: boolean
  describedBy?: string
}

/** Looks like a button, and opens the device's own way to choose files or to take a photo. */
export function ChooseFiles(props: ChooseFilesProps) {
  const { children, variant, onFiles, accept, multiple, wrong, describedBy } = props
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])], target)
    target.value = '' // so that the same file can be chosen again
  }
  return (
    <label className={classNames(buttonLook({ variant, size: 'small' }), styles.choose)}>
      <span>{children}</span>
      <input
        type="file"
        multiple={multiple}
        accept={accept}
        aria-invalid={wrong || undefined}
        aria-describedby={describedBy}
        onChange={choose}
      />
    </label>
  )
}

/**
 * Makes an element a drop target for files: returns the handlers for it, and whether a file is held over it. A file
 * dropped elsewhere must not make the browser leave the page.
 */
export function useDrop(onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const kinds = ['dragover', 'drop'] as const
    for (const kind of kinds) window.addEventListener(kind, stay)
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, stay)
    }
  }, [])
  const target = {
    onDragOver: ({ dataTransfer }: DragEvent) => setOver(dataTransfer.types.includes('Files')),
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
    },
    onDrop({ dataTransfer: { files } }: DragEvent) {
      setOver(false)
      if (files.length > 0) onFiles([...files])
    },
  }
  return { isOver, target }
}

function stay(event: globalThis.DragEvent) {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
}
