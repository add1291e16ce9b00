import { deadline, type ProfileSource } from '../../client/index.ts'
import { Button, Frame, Notice, type Observable, useAction, useObserved } from '../../parts/index.ts'
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
            Close
          </Button>
        </Notice>
      )}
      {reopening && (
        <Notice title={`Your application is open for changes ${deadline(reopening.until)}`}>
          <p>
            <span>We wrote:</span> <span>{reopening.reason}</span>
          </p>
          <p>Make your changes, then sign and submit again. If you don’t, what you signed before counts.</p>
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
  const { application_id, term, key, title, until } = asked
  const [busy, open] = useAction(() => onOpen(application_id, key))
  const words = `Open your ${term ? `${term} ` : 'other '}application`
  return (
    <Notice title={`Your ${term ? `${term} ` : 'other '}application needs a document`}>
      <p>
        <span translate="no">{title}</span>
        <span>{`. You can add it ${deadline(until)}.`}</span>
      </p>
      <Button variant="outline" size="small" busy={busy} onClick={open}>
        {words}
      </Button>
    </Notice>
  )
}
