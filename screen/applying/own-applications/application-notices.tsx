import { say } from '../../../engine/index.ts'
import { deadline, type ProfileSource } from '../../client/index.ts'
import { Button, Frame, Notice, type Observable, sentence, useAction, useObserved } from '../../parts/index.ts'
import styles from './own-applications.module.css'

type ApplicationNoticesProps = {
  profileSource: ProfileSource
  /** Why the link of a mail did not lead where its mail says. */
  news: Pick<Observable<string | undefined>, 'get' | 'set' | 'subscribe'>
  /** Opens another application of the account, at what is asked for. */
  onOpen: (id: string, request: string) => Promise<void>
}

/**
 * Above every page: what came of the link of a mail, until when and why the application is open again, and what other
 * applications wait for.
 */
export function ApplicationNotices({ profileSource, news, onOpen }: ApplicationNoticesProps) {
  const profile = useObserved(profileSource.subscribe, profileSource.get)
  const { reopening = null, asked_elsewhere = [] } = profile ?? {}
  const heard = useObserved(news.subscribe, news.get)
  if (heard === undefined && reopening === null && asked_elsewhere.length === 0) return null
  return (
    <Frame className={styles.notices}>
      {heard && (
        <Notice role="alert">
          <p>{heard}</p>
          <Button variant="outline" size="small" onClick={() => news.set(undefined)}>
            {say('Close')}
          </Button>
        </Notice>
      )}
      {reopening && (
        <Notice
          title={say('Your application is open for changes {untilWhen}', { untilWhen: deadline(reopening.until) })}
        >
          <p>{sentence('We wrote: {reason}', { reason: <span>{reopening.reason}</span> })}</p>
          <p>{say('Make your changes, then sign and submit again. If you don’t, what you signed before counts.')}</p>
        </Notice>
      )}
      {asked_elsewhere.map((asked) => (
        <AskedElsewhere key={asked.key} asked={asked} onOpen={onOpen} />
      ))}
    </Frame>
  )
}

type Asked = NonNullable<ReturnType<ProfileSource['get']>>['asked_elsewhere'][number]

function AskedElsewhere({ asked, onOpen }: { asked: Asked; onOpen: ApplicationNoticesProps['onOpen'] }) {
  const { application_id, key, title, until } = asked
  const term = asked.term && say(asked.term)
  const [busy, open] = useAction(() => onOpen(application_id, key))
  return (
    <Notice
      title={
        term
          ? say('Your {term} application needs a document', { term })
          : say('Your other application needs a document')
      }
    >
      <p>
        {sentence('{document}. You can add it {untilWhen}.', {
          document: title,
          untilWhen: <span>{deadline(until)}</span>,
        })}
      </p>
      <Button variant="outline" size="small" busy={busy} onClick={open}>
        {term ? say('Open your {term} application', { term }) : say('Open your other application')}
      </Button>
    </Notice>
  )
}
