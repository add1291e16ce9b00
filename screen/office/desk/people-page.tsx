import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffReply } from '../../../api/index.ts'
import { say } from '../../../engine/index.ts'
import { Button, Dialog, sentence } from '../../parts/index.ts'
import styles from './desk-pages.module.css'
import { formatTime, roleLabels } from './labels.ts'
import { staffCall } from './staff-call.ts'
import { Loaded, PageTitle } from './staff-page.tsx'
import { useStaffAction } from './use-staff-action.tsx'

type Person = StaffReply<'listStaff'>['people'][number]

/** Everybody who has signed in here. Roles are given by whoever lets people sign in; access can be ended here. */
export function PeoplePage() {
  const people = useQuery({ queryKey: ['people'], queryFn: () => staffCall('listStaff') })
  const [ending, setEnding] = useState<Person>()
  const action = useStaffAction('people')
  return (
    <>
      <PageTitle title={say('People')} />
      {action.notices}
      <Loaded query={people}>
        {({ people: all }) => (
          <ul className={styles.people}>
            {all.map((person) => (
              <li key={person.id}>
                <p>
                  <span>
                    {sentence('{person}, {role}', {
                      person: <strong translate="no">{person.name}</strong>,
                      role: <span>{roleLabels[person.role]}</span>,
                    })}
                  </span>
                  <br />
                  <span>{say('Last signed in {time}', { time: formatTime(person.last_seen_at) })}</span>
                </p>
                {person.has_ended ? (
                  <p>{say('Access ended')}</p>
                ) : (
                  <Button
                    variant="outline"
                    size="small"
                    aria-label={say('End access of {name}', { name: person.name })}
                    onClick={() => setEnding(person)}
                  >
                    {say('End access')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Dialog
        open={ending !== undefined}
        onClose={() => setEnding(undefined)}
        size="xs"
        header={sentence('End the access of {name}?', { name: ending?.name ?? '' })}
        description={say('They are signed out at once and can’t sign in again.')}
        actions={
          <>
            <Button
              variant="danger"
              busy={action.busy}
              onClick={() => {
                const { id } = ending ?? { id: 0 }
                setEnding(undefined)
                action.run(() => staffCall('endStaff', undefined, id))
              }}
            >
              {say('End access')}
            </Button>
            <Button variant="outline" onClick={() => setEnding(undefined)}>
              {say('Cancel')}
            </Button>
          </>
        }
      >
        {ending !== undefined && ending.tokens.length > 0 && (
          <>
            <p>{say('These tokens end with it. To keep one, a data steward takes it over first, under Tokens.')}</p>
            <ul translate="no">
              {ending.tokens.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          </>
        )}
      </Dialog>
    </>
  )
}
