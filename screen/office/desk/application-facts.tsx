import type { ReactNode } from 'react'
import type { StaffReply } from '../../../api/index.ts'
import styles from './desk-pages.module.css'
import { Fact, Facts } from './facts.tsx'
import { formatDate, formatTime } from './format-time.ts'
import { handedOverLabels, handlingLabels, mailLabels, pdfLabels, statusLabels } from './labels.ts'

type Application = StaffReply<'readApplication'>

/** What staff know about an application beside its answers. */
export function ApplicationFacts({ application }: { application: Application }) {
  const { handling, history, mails, files, deliveries } = application
  return (
    <div className={styles.sections}>
      <section>
        <h2>Application</h2>
        <Facts>
          <Fact label="Status">{statusLabels[application.status]}</Fact>
          <Fact label="Reference number">
            {application.reference === null ? 'Not submitted' : <span translate="no">{application.reference}</span>}
          </Fact>
          <Fact label="Date of birth">{formatDate(application.birth_date)}</Fact>
          <Fact label="E-mail">
            <span translate="no">{application.email}</span>
          </Fact>
          <Fact label="Term">{application.term}</Fact>
          <Fact label="Major">{application.major}</Fact>
          <Fact label="Kind">{application.kind}</Fact>
          <Fact label="Handled">{handlingLabels[handling.state]}</Fact>
          <Fact label="Assigned to">{handling.assignee?.name ?? 'Nobody'}</Fact>
          <Fact label="Application PDF">{pdfLabels[application.pdf]}</Fact>
        </Facts>
      </section>
      <section>
        <h2>History</h2>
        <ol className={styles.list}>
          {history.map(({ at, what }) => (
            <li key={`${at} ${what}`}>{`${formatTime(at)}: ${historyLabels[what] ?? what}`}</li>
          ))}
          <li>{`Last saved ${formatTime(application.saved_at)}`}</li>
        </ol>
      </section>
      <List title="Documents" empty="No documents.">
        {files.map(({ question, name, state, scan }) => (
          <li key={`${question} ${name}`}>
            <span>{`${question}: `}</span>
            <span translate="no">{name}</span>
            <span>{scan ? `, ${state}, ${scan}` : `, ${state}`}</span>
          </li>
        ))}
      </List>
      <List title="Mails" empty="No mails.">
        {mails.map(({ kind, at, state }) => (
          <li key={`${kind} ${at}`}>
            <span>{`${formatTime(at)}: `}</span>
            <span>{kind === 'receipt' ? 'Receipt' : kind.replaceAll('_', ' ')}</span>
            <span>{`, ${mailLabels[state].toLowerCase()}`}</span>
          </li>
        ))}
      </List>
      <List title="Handed over" empty="Not handed over yet.">
        {deliveries.map(({ target, at, state, reason }) => (
          <li key={target}>
            <span>{`${formatTime(at)}: ${target}, ${handedOverLabels[state].toLowerCase()}`}</span>
            {reason && <span>{`: ${reason}`}</span>}
          </li>
        ))}
      </List>
    </div>
  )
}

const historyLabels: Readonly<Record<string, string>> = {
  started: 'Started',
  validating: 'Pressed Submit',
  submitted: 'Submitted',
  corrected: 'Corrected',
  withdrawn: 'Withdrawn',
}

const List = ({ title, empty, children }: { title: string; empty: string; children: readonly ReactNode[] }) => (
  <section>
    <h2>{title}</h2>
    {children.length > 0 ? <ul className={styles.list}>{children}</ul> : <p>{empty}</p>}
  </section>
)
