import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useDeferredValue, useRef, useState } from 'react'
import type { StaffPayload } from '../../../api/index.ts'
import { locale, say, sayCount } from '../../../engine/index.ts'
import { Button, Loading, Notice, Status, sentence } from '../../parts/index.ts'
import { useLocation, useNavigate } from '../../router/index.ts'
import { BulkChange, facetsIn, type Outcome, OutcomeNotice, QueueFilters } from './bulk-change.tsx'
import styles from './desk-pages.module.css'
import { formatTime } from './labels.ts'
import { QueueTable } from './queue-table.tsx'
import { staffCall, useStaff } from './staff-call.ts'
import { FieldRow, Folded, StaffActions, StaffForm, StaffInput, StaffTick } from './staff-field.tsx'
import { NotLoaded, PageTitle } from './staff-page.tsx'
import { ApplicationLink } from './staff-table.tsx'
import { useStaffAction } from './use-staff-action.tsx'
import { WORK, WorkLists } from './work-lists.tsx'

/** The applications: found, filtered, marked and assigned. The address has the filters, and nothing about a person. */
export function QueuePage() {
  const address = ofToday(useLocation().search)
  const navigate = useNavigate()
  const { may } = useStaff()
  const [search, setSearch] = useSearch()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [outcome, setOutcome] = useState<Outcome>()
  const queries = useQueryClient()
  const asked = readAddress(address)
  const found = useInfiniteQuery({
    queryKey: ['queue', asked, search],
    queryFn: ({ pageParam }) =>
      staffCall('findApplications', { ...asked, search, ...(pageParam !== '' && { after: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (before) => before,
  })
  const people = useQuery({ queryKey: ['people'], queryFn: () => staffCall('listStaff') })
  // Deferred, so that the browser answers keys and taps while fifty rows are drawn.
  const data = useDeferredValue(found.data, undefined)
  const isPending = data === undefined && !found.isError
  const rows = data?.pages.flatMap(({ applications }) => applications) ?? []
  /** Where the latest change leads: the next one may be made before the browser is there. */
  const underWay = useRef<URLSearchParams>(undefined)
  const change = async (parts: Readonly<Record<string, string>>) => {
    // The address of the browser, because this page may not have been drawn for it yet.
    const next = new URLSearchParams(underWay.current ?? ofToday(window.location.search))
    for (const [name, value] of Object.entries(parts)) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    underWay.current = next
    setChosen(new Set())
    await navigate(next.size > 0 ? `/staff?${next}` : '/staff', { replace: true })
    if (underWay.current === next) underWay.current = undefined
  }
  const readAgain = async (changed: Outcome) => {
    setOutcome(changed)
    setChosen(new Set())
    await Promise.all([['queue'], WORK].map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
  return (
    <>
      <PageTitle title={say('Applications')} />
      {may('read') && <LostReceipts />}
      <WorkLists />
      <SearchForm search={search} onSearch={setSearch} />
      <div className={styles.folds}>
        <QueueFilters address={address} people={people.data?.people ?? []} onChange={change} />
        <SavedViews address={address} onOpen={(view) => void navigate(`/staff${view}`)} />
      </div>
      <NotLoaded query={found} />
      <Status as="p">{data ? inWords(data.pages[0]) : isPending && say('Looking for applications…')}</Status>
      {data?.pages[0]?.is_indexing && (
        <Notice>
          <p>
            {say(
              'Some applications are missing: a question has just become a filter, and older applications are read for it. Look again in some minutes.',
            )}
          </p>
        </Notice>
      )}
      <OutcomeNotice outcome={outcome} />
      {may('act') && chosen.size > 0 && (
        <BulkChange
          rows={rows.filter(({ id }) => chosen.has(id))}
          people={people.data?.people ?? []}
          onDone={readAgain}
        />
      )}
      {isPending ? (
        <Loading />
      ) : (
        rows.length > 0 && <QueueTable rows={rows} chosen={chosen} onChoose={may('act') ? setChosen : undefined} />
      )}
      {found.hasNextPage && (
        <p>
          <Button variant="outline" busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {say('Show more')}
          </Button>
        </p>
      )}
    </>
  )
}

/** An address of today: one that was saved before there were lists says how far an application is by another name. */
const ofToday = (address: string): string => address.replace(/(?<=[?&])handling=/, 'work=')

type Asked = Pick<StaffPayload<'findApplications'>, 'filter' | 'sort' | 'order'>

/** The filters and order of an address. What it does not know is left out; the server refuses the rest with a sentence. */
function readAddress(address: string): Asked {
  const given = new URLSearchParams(address)
  const filter = Object.fromEntries(
    ['status', 'term', 'major', 'kind', 'work', 'handed_over', 'also'].flatMap((name) => {
      const value = given.get(name)
      return value ? [[name, value]] : []
    }),
  )
  const assignee = given.get('assignee')
  const facets = facetsIn(given)
  const sort = given.get('sort') ?? 'submitted'
  return {
    filter: {
      ...{ ...filter, ...(assignee && { assignee: assignee === 'me' ? assignee : Number(assignee) }) },
      ...(Object.keys(facets).length > 0 && { facets }),
    },
    sort: sort as Asked['sort'],
    order: (given.get('order') ?? (sort === 'name' ? 'up' : 'down')) as Asked['order'],
  } as Asked
}

function inWords(page: { readonly matching: number; readonly counted_up_to: number } | undefined): string {
  if (page === undefined || page.matching === 0) return say('No applications match.')
  if (page.matching >= page.counted_up_to)
    return say('More than {count} applications', { count: page.counted_up_to.toLocaleString(locale()) })
  return sayCount(page.matching, '1 application', '{count} applications')
}

const fields = ['name', 'email', 'phone', 'birth_date', 'reference', 'ssn_end'] as const

/** Finds people. It is sent when asked for and not while typing, because every search is recorded. */
function SearchForm({ search, onSearch }: { search: Search; onSearch: (search: Search) => void }) {
  const { may } = useStaff()
  const [typed, setTyped] = useState<Search>(search)
  const field = (name: (typeof fields)[number]) => ({
    value: typed[name] ?? '',
    onChange: ({ target }: { target: HTMLInputElement }) => setTyped({ ...typed, [name]: target.value }),
  })
  const submit = () => {
    onSearch(Object.fromEntries(fields.flatMap((name) => (typed[name]?.trim() ? [[name, typed[name].trim()]] : []))))
  }
  const clear = () => {
    setTyped({})
    onSearch({})
  }
  return (
    <search>
      <StaffForm aria-label={say('Find an applicant')} onSend={submit}>
        <div className={styles.name}>
          <StaffInput label={say('Name')} hint={say('The beginnings of its words are enough.')} {...field('name')} />
          <Button type="submit">{say('Search')}</Button>
          {Object.keys(search).length > 0 && (
            <Button variant="quiet" onClick={clear}>
              {say('Clear the search')}
            </Button>
          )}
        </div>
        <Folded
          summary={say('More ways to find somebody')}
          inUse={fields.some((name) => name !== 'name' && name in search)}
        >
          <FieldRow>
            <StaffInput label={say('E-mail')} type="email" {...field('email')} />
            <StaffInput label={say('Phone')} type="tel" {...field('phone')} />
            <StaffInput label={say('Date of birth')} type="date" {...field('birth_date')} />
            <StaffInput label={say('Reference number')} {...field('reference')} />
            {may('reveal') && (
              <StaffInput
                label={say('Last 4 of SSN')}
                hint={say('With a name or a date of birth. It counts as revealing a number.')}
                inputMode="numeric"
                pattern="[0-9]{4}"
                maxLength={4}
                {...field('ssn_end')}
              />
            )}
          </FieldRow>
        </Folded>
      </StaffForm>
    </search>
  )
}

type Search = NonNullable<StaffPayload<'findApplications'>['search']>

const Memory = createContext<readonly [Search, (search: Search) => void]>([{}, () => {}])

/**
 * What was searched for last. It names a person, so it is only in the memory of the page: in no address, history or
 * storage. Coming back from an application, the search is still there.
 */
export function SearchMemory({ children }: { children: ReactNode }) {
  return <Memory value={useState<Search>({})}>{children}</Memory>
}

const useSearch = () => useContext(Memory)

const VIEWS = 'views'

/** The filters that a person has saved under names. A search for a person is never part of them. */
function SavedViews({ address, onOpen }: { address: string; onOpen: (search: string) => void }) {
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const { data } = useQuery({ queryKey: [VIEWS], queryFn: () => staffCall('listViews') })
  const { busy, notices, run } = useStaffAction(VIEWS)
  const save = () => {
    run(async () => {
      await staffCall('saveView', { name, search: address, is_shared: isShared })
      setName('') // what was refused stays
      setShared(false)
      return { message: 'Saved.' }
    })
  }
  return (
    <Folded summary={say('Saved views ({number})', { number: data?.views.length ?? 0 })}>
      <ul>
        {data?.views.map((view) => (
          <li key={view.id}>
            <Button variant="quiet" size="small" onClick={() => onOpen(view.search)}>
              <span translate="no">{view.name}</span>
            </Button>
            {view.by !== null ? (
              <span>{sentence('shared by {person}', { person: view.by })}</span>
            ) : (
              <>
                {view.is_shared && <span>{say('shared with everybody')}</span>}
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={say('Remove {view}', { view: view.name })}
                  onClick={() => run(() => staffCall('removeView', undefined, view.id))}
                >
                  {say('Remove')}
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      <StaffForm onSend={save}>
        <StaffInput
          label={say('Save these filters as')}
          required
          maxLength={60}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <StaffTick
          label={say('Everybody at the desk sees it')}
          checked={isShared}
          onChange={({ target }) => setShared(target.checked)}
        />
        <StaffActions>
          <Button type="submit" size="small" variant="outline" busy={busy}>
            {say('Save')}
          </Button>
        </StaffActions>
      </StaffForm>
      {notices}
    </Folded>
  )
}

/**
 * Receipts that applicants hold and this database does not have, because it was restored from a backup. Nothing while
 * there are none, which is nearly always.
 */
function LostReceipts() {
  const { may } = useStaff()
  const lost = useQuery({ queryKey: ['lost-receipts'], queryFn: () => staffCall('listLostReceipts') })
  const { busy, notices, run } = useStaffAction('lost-receipts')
  const receipts = lost.data?.receipts ?? []
  if (receipts.length === 0) return notices
  return (
    <>
      {notices}
      <Notice>
        <div className={styles.lost}>
          <h2>{say('Receipts without an application: {number}', { number: receipts.length })}</h2>
          <p>
            {say(
              'These people submitted and have a receipt, but what they submitted was lost when the database was restored from a backup. Ask them to submit again.',
            )}
          </p>
          <ul className={styles.people}>
            {receipts.map(({ id, version, reference, submitted_at, name, email, term, again }) => (
              <li key={`${id} ${version}`}>
                <p>
                  <span>
                    {sentence('{reference} {name}, {email}, {term}, {time}', {
                      reference: <strong translate="no">{reference}</strong>,
                      name,
                      email,
                      term: <span>{term}</span>,
                      time: <span>{formatTime(submitted_at)}</span>,
                    })}
                  </span>
                  {again && (
                    <>
                      <br />
                      <span>{say('Submitted again: ')}</span>
                      <ApplicationLink id={again.id} isDraft={false}>
                        {again.reference}
                      </ApplicationLink>
                    </>
                  )}
                </p>
                {may('act') && (
                  <Button
                    variant="outline"
                    size="small"
                    busy={busy}
                    aria-label={say('{reference} is settled', { reference })}
                    onClick={() => run(() => staffCall('settleLostReceipt', { id, version }))}
                  >
                    {say('Settled')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </div>
      </Notice>
    </>
  )
}
