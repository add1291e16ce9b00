import { type ReactNode, useEffect, useRef, useState } from 'react'
import { BY_MAIL, type DocumentRequest, type Fact, factInWords } from '../../../api/browser.ts'
import { say } from '../../../engine/index.ts'
import { pageData } from '../../client/index.ts'
import { Group, given, Icon, marked, sentence } from '../../parts/index.ts'
import styles from './completion.module.css'

/** Draws the field for a document that the office asks for. */
export type DrawRequest = (request: DocumentRequest) => ReactNode

type ChecklistProps = {
  facts: readonly Fact[]
  requests: readonly DocumentRequest[]
  drawRequest?: DrawRequest
}

/** What the application has and what it lacks, with the way to bring it: what is asked for is added here. */
export function Checklist({ facts, requests, drawRequest }: ChecklistProps) {
  const isWaiting = facts.some(({ kind, received_at }) => kind !== 'asked' && received_at === null)
  return (
    <Group
      title={say('Your checklist')}
      unruled={drawRequest !== undefined}
      note={isWaiting ? say(BY_MAIL) : undefined}
    >
      <ul className={styles.facts}>
        {facts.map((fact) => (
          <Item
            key={fact.request?.key ?? `${fact.kind} ${fact.title} ${fact.school} ${fact.file_name}`}
            fact={fact}
            request={requests.find(({ key }) => key === fact.request?.key)}
            drawRequest={drawRequest}
          />
        ))}
      </ul>
    </Group>
  )
}

type ItemProps = { fact: Fact; request: DocumentRequest | undefined; drawRequest: DrawRequest | undefined }

function Item({ fact, request, drawRequest }: ItemProps) {
  const { title, state, todo } = factInWords(fact, pageData().institution, given)
  const isReceived = fact.received_at !== null
  const field = !isReceived && request && drawRequest?.(request)
  const words = useRef<HTMLDivElement>(null)
  const [wasMissing] = useState(!isReceived)
  const hasCome = wasMissing && isReceived
  // The field that had the focus is gone.
  useEffect(() => {
    if (hasCome) words.current?.focus()
  }, [hasCome])
  return (
    <li data-state={isReceived ? 'received' : 'missing'}>
      <Icon name={isReceived ? 'check' : 'circle-open'} />
      <div ref={words} tabIndex={-1}>
        {field ? (
          <>
            <h3>{say('We need a document from you')}</h3>
            <span className={styles.state}>{state}</span>
            {todo && <p className={styles.todo}>{marked(todo)}</p>}
            <div className={styles.request}>{field}</div>
          </>
        ) : (
          <>
            <h3>{marked(title)}</h3>
            <span className={styles.state}>{marked(state)}</span>
            {todo && <p className={styles.todo}>{marked(todo)}</p>}
            {hasCome && fact.file_name !== null && (
              <p>{sentence('We have it, thank you: {fileName}.', { fileName: fact.file_name })}</p>
            )}
          </>
        )}
      </div>
    </li>
  )
}
