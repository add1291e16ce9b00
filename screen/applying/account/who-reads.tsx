import type { Reply } from '../../../api/index.ts'
import { say, sayCount } from '../../../engine/index.ts'
import { momentInWords } from '../../client/index.ts'
import { sentence } from '../../parts/index.ts'
import styles from './account.module.css'
import { listed } from './account-form.tsx'
import { type AccountHelp, Replied, useReply } from './use-reply.tsx'

type Read = Reply<'whoReads'>

/** Which roles and systems may read what of the application, and who did. */
export function WhoReads({ help }: { help: AccountHelp }) {
  const asked = useReply(() => help.call('whoReads'))
  return (
    <Replied to={asked} loading={say('Loading who can read this')}>
      {({ is_submitted, parts, told, readers, earlier }) => (
        <>
          <p>
            {is_submitted
              ? say('Our staff read by roles. What a role can’t read is not sent to its screen.')
              : say(
                  'You haven’t submitted yet. Until you do, only these staff can open your application, and no other system gets anything.',
                )}
          </p>
          <ul className={styles.list} aria-label={say('Who can read what')}>
            {parts.map((part) => (
              <Part key={part.title} part={part} />
            ))}
          </ul>
          {told.length > 0 && (
            <p>{sentence('Told that something changed, without your answers: {systems}', { systems: listed(told) })}</p>
          )}
          <h3>{say('Who did')}</h3>
          {readers.length === 0 && <p>{say('Nobody has opened your application yet.')}</p>}
          <ol className={styles.list} aria-label={say('Who did')}>
            {readers.map(({ at, who, what }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one may do the same twice in a second, and the list stays
              <li key={index}>
                <p className={styles.name}>{what}</p>
                <p className={styles.yourDataNote}>{`${who} · ${momentInWords(at)}`}</p>
              </li>
            ))}
          </ol>
          {earlier > 0 && (
            <p>
              {sayCount(
                earlier,
                '{count} earlier one is in the file that you can download.',
                '{count} earlier ones are in the file that you can download.',
              )}
            </p>
          )}
        </>
      )}
    </Replied>
  )
}

function Part({ part: { title, sections, staff, systems, note } }: { part: Read['parts'][number] }) {
  return (
    <li>
      <p className={styles.name}>{title}</p>
      {sections.length > 0 && (
        <p className={styles.yourDataNote}>{say('Asked under {sections}', { sections: listed(sections) })}</p>
      )}
      <p>{staff.length === 0 ? say('Staff: none') : say('Staff: {roles}', { roles: listed(staff) })}</p>
      <p>
        {systems.length === 0
          ? say('Other systems: none')
          : sentence('Other systems: {systems}', { systems: listed(systems) })}
      </p>
      {note && <p>{note}</p>}
    </li>
  )
}
