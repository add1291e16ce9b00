import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { UploadQuestion } from '../../../engine/index.ts'
import { Button, classNames, LiveRegion } from '../../parts/index.ts'
import { type DraftPage, turned, type Upload, useDocumentActions } from '../actions/index.ts'
import { AskFirst } from '../controls/index.ts'
import { controlOf } from '../layout/index.ts'
import { FileButton } from './file-button.tsx'
import type { PageAction } from './page-action.ts'
import { PageToArrange } from './page-to-arrange.tsx'
import styles from './pages.module.css'
import { useDrop } from './use-drop.ts'

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
        `Page ${at + 1} is turned to the right.`,
      )
    else if (action === 'remove') change(others, `Page ${at + 1} is removed. ${inWords(others.length)} left.`)
    else change([...others.slice(0, to), page, ...others.slice(to)], `Page ${at + 1} is now page ${to + 1}.`)
    const row = action === 'remove' ? Math.min(at, others.length - 1) : action === 'turn' ? at : to
    focusIn(list.current?.children[row], action)
    if (others.length === 0 && action === 'remove') controlOf(question.key)?.focus()
  }
  return (
    <div className={classNames(styles.tray, isOver && styles.over)} {...target}>
      <p>{`${inWords(pages.length)} for one document. They are sent as one PDF, in this order.`}</p>
      <ol ref={list} className={styles.pages}>
        {pages.map((page, index) => (
          <PageToArrange key={page.id} page={page} number={index + 1} of={pages.length} onAction={act} />
        ))}
      </ol>
      <div className={styles.actions}>
        <Button size="small" onClick={() => void send(question)}>
          {`Attach ${inWords(pages.length)}`}
        </Button>
        <FileButton question={question} variant="outline" onFiles={(files) => void attach(question, ...files)}>
          Add another page
        </FileButton>
        <Button variant="quiet" size="small" onClick={() => setAsked(true)}>
          Remove all
        </Button>
      </div>
      <LiveRegion>{news}</LiveRegion>
      <AskFirst
        open={isAsked}
        busy={false}
        header={`Remove ${inWords(pages.length)}?`}
        description="They are not attached yet, and photos that you took here may be nowhere else."
        yes="Remove"
        no="Keep them"
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

const inWords = (count: number) => (count === 1 ? '1 page' : `${count} pages`)

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
