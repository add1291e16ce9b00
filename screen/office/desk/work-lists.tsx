import { useQuery } from '@tanstack/react-query'
import { workListNames, workLists } from '../../../api/browser.ts'
import type { StaffReply } from '../../../api/index.ts'
import { locale, say } from '../../../engine/index.ts'
import { VisuallyHidden } from '../../parts/index.ts'
import { Link, useLocation } from '../../router/index.ts'
import styles from './desk-pages.module.css'
import { deadline, statusLabels } from './labels.ts'
import { staffCall } from './staff-call.ts'

type Row = Pick<StaffReply<'findApplications'>['applications'][number], 'status' | 'work' | 'handling'>

/** How an application stands, in one word or two: for its applicant before it is signed, and with the office after. */
export function standing({ status, work: { state, until, came }, handling }: Row): string {
  switch (state) {
    case 'draft':
      if (handling.state === 'new') return statusLabels[status]
      return say('{status}, {work}', { status: statusLabels[status], work: workLabels[handling.state].toLowerCase() })
    case 'came':
      return came === 'correction' ? say('Correction came') : say('Document came')
    case 'waiting':
      if (until === null) return say('Waiting for the applicant')
      return Date.parse(until) < Date.now()
        ? say('Overdue, asked {untilWhen}', { untilWhen: deadline(until) })
        : say('Waiting {untilWhen}', { untilWhen: deadline(until) })
    default:
      return workLabels[state]
  }
}

/** What is filtered by, of what follows a submission. */
export const workLabels = {
  open: 'Not handled yet',
  new: 'New',
  in_hand: 'In hand',
  came: 'Something came',
  waiting: 'Waiting for the applicant',
  overdue: 'Overdue',
  handled: 'Handled',
  withdrawn: 'Withdrawn',
} as const

const listLabels: Readonly<Record<keyof typeof workLists, string>> = {
  came: 'Something came',
  mine: 'Mine',
  nobodys: 'Nobody’s',
  waiting: 'Waiting for the applicant',
  overdue: 'Overdue',
  not_handed_over: 'Not handed over',
  held_back: 'Held back or rejected',
  duplicates: 'Possible duplicates',
  stopped: 'Drafts untouched for a week',
}

export const WORK = ['work']
const MINUTE = 60_000 // ms

/** How many applications each list has, read again each minute, because it changes without anybody here. */
const useWork = () => useQuery({ queryKey: WORK, queryFn: () => staffCall('countWork'), refetchInterval: MINUTE })

const addressOf = (name: keyof typeof workLists): string =>
  `?${new URLSearchParams(Object.entries(workLists[name]).map(([key, value]) => [key, String(value)]))}`

/** Whether an address is that of a list as it is, whose filters need not be shown. */
export const isWorkList = (address: string): boolean => workListNames.some((name) => addressOf(name) === address)

/** The lists of what somebody has to do. Each is a filter, which can be changed and saved as one's own. */
export function WorkLists() {
  const { search } = useLocation()
  const { data } = useWork()
  const lists = (data?.lists ?? []).map(({ name, count }) => ({
    address: addressOf(name),
    label: listLabels[name],
    count: inWords(count, data?.counted_up_to),
  }))
  return (
    <nav aria-label={say('Lists')} className={styles.lists}>
      <ul>
        {[{ address: '', label: say('All'), count: '' }, ...lists].map(({ address, label, count }) => (
          <li key={address}>
            <Link to={`/staff${address}`} aria-current={search === address ? 'page' : undefined}>
              <span>{label}</span>
              <span> </span>
              <strong>{count}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** In the head of the desk: in how many applications something has come that nobody has seen. */
export function Came() {
  const { data } = useWork()
  const count = data?.lists.find(({ name }) => name === 'came')?.count ?? 0
  if (count === 0) return null
  return (
    <span className={styles.came}>
      <strong>{inWords(count, data?.counted_up_to)}</strong>
      <VisuallyHidden>{say('with something that came')}</VisuallyHidden>
    </span>
  )
}

const inWords = (count: number, most = Number.POSITIVE_INFINITY): string =>
  count >= most ? say('{count}+', { count: most.toLocaleString(locale()) }) : count.toLocaleString(locale())
