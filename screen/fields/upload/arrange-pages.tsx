import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { UploadQuestion } from '../../../engine/index.ts'
import { say, sayCount, toSay } from '../../../engine/index.ts'
import { Button, classNames, Icon, LiveRegion, sentence, VisuallyHidden } from '../../parts/index.ts'
import { AskFirst } from '../controls/ask-first.tsx'
import { controlOf } from '../controls/focus-question.ts'
import { type DraftPage, turned, type Upload, useDocumentActions } from '../store/document-actions.ts'
import { FileButton, OTHER_PAGE, useDrop } from './file-button.tsx'
import styles from './upload.module.css'

type ArrangePagesProps = { question: UploadQuestion; upload: Extract<Upload, { kind: 'arranging' }> }

/**
 * The pages that become one document: each can be turned, moved and removed, and more can be added, until they are
 * attached. The focus stays with the page that was changed.
 */
export function ArrangePages({ question, upload: { pages } }: ArrangePagesProps) {
  const { arrange, attach, send } = useDocumentActions()
  const { isOver, target } = useDrop((files) => void attach(question, ...files))
  const [news, setNews] = useState('')
  const [isAsked, setAsked] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  const change = (next: readonly DraftPage[], said: string) =>
    flushSync(() => {
      arrange(question, next)
      setNews(said)
    })
  const act = (page: DraftPage, action: PageAction) => {
    const at = pages.indexOf(page)
    const others = pages.filter((each) => each !== page)
    const to = action === 'up' ? at - 1 : at + 1
    if (action === 'turn')
      change(
        pages.map((each) => (each === page ? turned(page) : each)),
        say('Page {number} is turned to the right.', { number: at + 1 }),
      )
    else if (action === 'remove')
      change(
        others,
        `${say('Page {number} is removed.', { number: at + 1 })} ${sayCount(others.length, '1 page left.', '{count} pages left.')}`,
      )
    else
      change(
        [...others.slice(0, to), page, ...others.slice(to)],
        say('Page {number} is now page {place}.', { number: at + 1, place: to + 1 }),
      )
    const row = action === 'remove' ? Math.min(at, others.length - 1) : action === 'turn' ? at : to
    focusIn(list.current?.children[row], action)
    if (others.length === 0 && action === 'remove') controlOf(question.key)?.focus()
  }
  return (
    <div className={classNames(styles.tray, isOver && styles.overTray)} {...target}>
      <p>
        {sayCount(
          pages.length,
          '1 page for one document. They are sent as one PDF, in this order.',
          '{count} pages for one document. They are sent as one PDF, in this order.',
        )}
      </p>
      <ol ref={list} className={styles.pages}>
        {pages.map((page, index) => (
          <PageToArrange key={page.id} page={page} number={index + 1} of={pages.length} onAction={act} />
        ))}
      </ol>
      <div className={styles.pagesActions}>
        <Button size="small" onClick={() => void send(question)}>
          {sayCount(pages.length, 'Attach 1 page', 'Attach {count} pages')}
        </Button>
        <FileButton
          question={question}
          variant="outline"
          words={OTHER_PAGE}
          onFiles={(files) => void attach(question, ...files)}
        />
        <Button variant="quiet" size="small" onClick={() => setAsked(true)}>
          {say('Remove all')}
        </Button>
      </div>
      <LiveRegion>{news}</LiveRegion>
      <AskFirst
        open={isAsked}
        busy={false}
        header={sayCount(pages.length, 'Remove 1 page?', 'Remove {count} pages?')}
        description={say('They are not attached yet, and photos that you took here may be nowhere else.')}
        yes={say('Remove')}
        no={say('Keep them')}
        onYes={() => {
          flushSync(() => setAsked(false))
          flushSync(() => arrange(question, []))
          controlOf(question.key)?.focus()
        }}
        onNo={() => setAsked(false)}
      />
    </div>
  )
}

/** The button that takes the focus after an action. The first and the last page have one less. */
const focused: Readonly<Record<PageAction, readonly PageAction[]>> = {
  up: ['up', 'down'],
  down: ['down', 'up'],
  turn: ['turn'],
  remove: ['remove'],
}

function focusIn(row: Element | undefined, action: PageAction): void {
  const buttons = focused[action].map((name) => row?.querySelector<HTMLElement>(`[data-action="${name}"]`))
  buttons.find((button) => button)?.focus()
}

type PageToArrangeProps = {
  page: DraftPage
  /** Its place, from 1. */
  number: number
  of: number
  onAction: (page: DraftPage, action: PageAction) => void
}

/** One page in the list, with what can be done to it. */
function PageToArrange({ page, number, of, onAction }: PageToArrangeProps) {
  const { file, ofPdf, turn } = page
  const Turned = ofPdf ? 'span' : VisuallyHidden // the picture shows it
  const actions: readonly (readonly [PageAction, string])[] = [
    ['turn', toSay('<seen>Turn</seen> page {number}, {file}')],
    ...(number > 1 ? [['up', toSay('<seen>Move up</seen> page {number}, {file}')] as const] : []),
    ...(number < of ? [['down', toSay('<seen>Move down</seen> page {number}, {file}')] as const] : []),
    ['remove', toSay('<seen>Remove</seen> page {number}, {file}')],
  ]
  return (
    <li className={styles.page}>
      <Preview page={page} />
      <div>
        <p className={styles.number}>{say('Page {number}', { number })}</p>
        <p className={styles.source}>
          {ofPdf && ofPdf.count > 1 ? (
            <span>
              {sentence('{file}, page {number} of {count}', {
                file: file.name,
                number: <span>{ofPdf.number}</span>,
                count: <span>{ofPdf.count}</span>,
              })}
            </span>
          ) : (
            <span translate="no">{file.name}</span>
          )}
          {turn > 0 && <Turned>{`${ofPdf ? ' · ' : ' '}${say('turned by {degrees}°', { degrees: turn })}`}</Turned>}
        </p>
      </div>
      <div className={styles.pageDeeds}>
        {actions.map(([action, words]) => (
          <Button key={action} data-action={action} variant="quiet" size="small" onClick={() => onAction(page, action)}>
            {sentence(words, { number: String(number), file: file.name })}
          </Button>
        ))}
      </div>
    </li>
  )
}

/** The picture as it will be in the document. A PDF has a symbol instead. */
function Preview({ page: { preview, turn } }: Pick<PageToArrangeProps, 'page'>) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (!canvas.current || !preview) return
    const isSideways = turn === 90 || turn === 270
    canvas.current.width = isSideways ? preview.height : preview.width
    canvas.current.height = isSideways ? preview.width : preview.height
    const pencil = canvas.current.getContext('2d')
    pencil?.translate(canvas.current.width / 2, canvas.current.height / 2)
    pencil?.rotate((turn * Math.PI) / 180)
    pencil?.drawImage(preview, -preview.width / 2, -preview.height / 2)
  }, [preview, turn])
  return (
    <div className={styles.preview} aria-hidden="true">
      {preview ? <canvas ref={canvas} /> : <Icon name="file" />}
    </div>
  )
}

/** What can be done to a page. */
type PageAction = 'up' | 'down' | 'turn' | 'remove'
