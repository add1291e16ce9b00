import type { StaffReply } from '../../../../api/index.ts'
import { locale, say, sayCount } from '../../../../engine/index.ts'
import { sentence } from '../../../parts/index.ts'
import { formatTime } from '../labels.ts'
import styles from './form.module.css'

type Begun = NonNullable<StaffReply<'checkForm'>['begun']>

/** Of those who have nothing left to answer, how many would have something left, by term, with the questions. */
export function WhoHasBegun({ begun }: { begun: Begun }) {
  const { done, total, counted_at, unread, terms } = begun
  if (counted_at === null)
    return (
      <>
        <h3>{say('Who has begun')}</h3>
        <p>
          <progress className={styles.counting} value={done} max={Math.max(total, 1)} aria-label={say('Counting')} />{' '}
          <span>
            {say('{done} of {total} applications are counted.', { done: number(done), total: number(total) })}
          </span>
        </p>
        <p>{say('You can publish before. The edition then keeps no numbers of who had begun.')}</p>
      </>
    )
  const people = terms.reduce((sum, each) => sum + each.people, 0)
  return (
    <>
      <h3>{say('Who has begun')}</h3>
      <p>
        {people === 0
          ? say('Nobody who has nothing left to answer would have something left.')
          : sayCount(
              people,
              'One person who has nothing left to answer would have something left:',
              '{count} people who have nothing left to answer would have something left:',
            )}
      </p>
      {people > 0 && (
        <ul className={styles.begun}>
          {terms
            .filter((each) => each.people > 0)
            .map(({ term, finished, people: some, questions }) => (
              <li key={term ?? ''}>
                <span>
                  {sentence('{term}: {some} of {finished}', {
                    term: <strong translate="no">{term ?? say('No term')}</strong>,
                    some: number(some),
                    finished: number(finished),
                  })}
                </span>
                <ul>
                  {questions.map(({ label, under, people: lacking }) => (
                    <li key={label + under}>
                      {sentence('{question} ({place}): {count}', {
                        question: <span translate="no">{label}</span>,
                        place: <span translate="no">{under}</span>,
                        count: number(lacking),
                      })}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
        </ul>
      )}
      {unread > 0 && (
        <p>
          {sayCount(
            unread,
            'One application could not be read and is not counted.',
            '{count} applications could not be read and are not counted.',
          )}
        </p>
      )}
      <p className={styles.said}>
        {sayCount(
          total,
          'Counted {time} in the one application that is not submitted. Sensitive questions, and what is asked because of them, are not counted.',
          'Counted {time} in {count} applications that are not submitted. Sensitive questions, and what is asked because of them, are not counted.',
          { time: formatTime(counted_at) },
        )}
      </p>
    </>
  )
}

const number = (count: number) => count.toLocaleString(locale())
