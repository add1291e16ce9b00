import { useEffect, useRef, useState } from 'react'
import { type FileLimits, inMegabytes } from '../../../api/browser.ts'
import { answerTo, fileSize, isGiven, locale, say, toSay, type UploadQuestion } from '../../../engine/index.ts'
import { Button, classNames, lazyCode, lazyPart, sentence } from '../../parts/index.ts'
import type { DescribedBy } from '../controls/field.tsx'
import { type PhoneLink, type Upload, useDocumentActions } from '../store/document-actions.ts'
import { useApplication } from '../store/use-application.tsx'
import { FileButton, OTHER_FILE, useDrop, useLabelInEntry } from './file-button.tsx'
import type { LinkState } from './phone-dialog.tsx'
import styles from './upload.module.css'

function helpWith({ types, bytes }: FileLimits): string {
  const listed = new Intl.ListFormat(locale(), { type: 'disjunction' }).format(types)
  return [
    say('A {types} file of at most {size}.', { types: listed, size: inMegabytes(bytes) }),
    say('We make a larger photo smaller for you, turn HEIC into JPEG, and join several photos or PDFs into one.'),
  ].join(' ')
}

type ChooseFileProps = {
  question: UploadQuestion
  /** A file that could not be attached. */
  left: Extract<Upload, { kind: 'refused' | 'failed' }> | undefined
  /** What describes the question. */
  described: DescribedBy
}

/** An upload question without a document: a button and a drop area. A failed upload can be tried again. */
export function ChooseFile({ question, left, described }: ChooseFileProps) {
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
          {say('Try again')}
        </Button>
      )}
      <AttachText question={question} onFile={(file, pressed) => take([file], pressed)} />
      <FileButton
        question={question}
        variant="outline"
        onFiles={take}
        wrong={described.wrong !== undefined}
        describedBy={[described.entered, `${question.key}-limits`].filter(Boolean).join(' ')}
        words={left ? OTHER_FILE : toSay('<seen>Choose a file</seen> for {question}')}
      />
      {phoneLink && <UseYourPhone question={question} phoneLink={phoneLink} />}
      {left?.document.file_name ? (
        <span className={styles.state}>
          {sentence('{file}, {size}, was not attached', {
            file: left.document.file_name,
            size: <span>{fileSize(left.document.file_size)}</span>,
          })}
        </span>
      ) : (
        <span className={classNames(styles.state, styles.drop)}>{say('or drop it here')}</span>
      )}
      {advice && <p className={styles.limits}>{advice}</p>}
      <p className={styles.limits} id={`${question.key}-limits`}>
        {helpWith(limits())}
      </p>
    </div>
  )
}

const documentOfText = lazyCode(async () => (await import('./document-of-text.ts')).documentOfText)

type AttachTextProps = { question: UploadQuestion; onFile: (file: File, pressed: HTMLElement) => void }

/** For a question that a text can answer in place of a file (Q82): makes a document of what was written. */
function AttachText({ question, onFile }: AttachTextProps) {
  const text = useApplication(({ answer }) => answerTo(answer, question.fromText ?? ''))
  if (!isGiven(text)) return null
  const attach = async (pressed: HTMLElement) => {
    const make = await documentOfText.load()
    onFile(make(question.label, text), pressed)
  }
  return (
    <Button size="small" onClick={({ currentTarget }) => void attach(currentTarget)}>
      {say('Attach what you wrote')}
    </Button>
  )
}

const PhoneDialog = lazyPart(async () => (await import('./phone-dialog.tsx')).PhoneDialog)

type UseYourPhoneProps = {
  question: UploadQuestion
  phoneLink: (question: UploadQuestion) => Promise<PhoneLink>
}

/** On a device without a touch screen: a code with which the person's phone takes the photos. */
function UseYourPhone({ question, phoneLink }: UseYourPhoneProps) {
  const label = useLabelInEntry(question)
  const [link, setLink] = useState<LinkState>()
  const ask = async () => {
    setLink('asking')
    try {
      setLink(await phoneLink(question))
    } catch (error) {
      setLink({ failure: error instanceof Error ? error.message : String(error) })
    }
  }
  return (
    <>
      <Button className={styles.phone} variant="outline" size="small" onClick={() => void ask()}>
        {sentence('<seen>Use your phone</seen> for {question}', { question: <span>{label}</span> })}
      </Button>
      {link && (
        <PhoneDialog
          question={question}
          link={link}
          onExpired={() => setLink('expired')}
          onAgain={() => void ask()}
          onClose={() => setLink(undefined)}
        />
      )}
    </>
  )
}
