import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { StaffPayload } from '../../../api/index.ts'
import { Button, Loading } from '../../parts/index.ts'
import { useLocation, useNavigate } from '../../router/index.ts'
import { BulkChange, type Outcome, OutcomeNotice } from './bulk-change.tsx'
import styles from './desk-pages.module.css'
import { NotLoaded } from './loaded.tsx'
import { PageTitle } from './page-title.tsx'
import { QueueFilters } from './queue-filters.tsx'
import { QueueTable } from './queue-table.tsx'
import { SavedViews } from './saved-views.tsx'
import { SearchForm } from './search-form.tsx'
import { useSearch } from './search-memory.tsx'
import { useStaff } from './session-context.ts'
import { staffCall } from './staff-call.ts'

/** The applications: found, filtered, marked and assigned. The address has the filters, and nothing about a person. */
export function QueuePage() {
  const { search: address } = useLocation()
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
  const rows = found.data?.pages.flatMap(({ applications }) => applications) ?? []
  /** Where the latest change leads: the next one may be made before the browser is there. */
  const underWay = useRef<URLSearchParams>(undefined)
  const change = async (parts: Readonly<Record<string, string>>) => {
    // The address of the browser, because this page may not have been drawn for it yet.
    const next = new URLSearchParams(underWay.current ?? window.location.search)
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
    await queries.invalidateQueries({ queryKey: ['queue'] })
  }
  return (
    <>
      <PageTitle title="Applications" />
      <SearchForm search={search} onSearch={setSearch} />
      <div className={styles.folds}>
        <QueueFilters address={address} people={people.data?.people ?? []} onChange={change} />
        <SavedViews address={address} onOpen={(view) => void navigate(`/staff${view}`)} />
      </div>
      <NotLoaded query={found} />
      <p role="status">{found.data ? inWords(found.data.pages[0]) : found.isPending && 'Looking for applications…'}</p>
      <OutcomeNotice outcome={outcome} />
      {may('act') && chosen.size > 0 && (
        <BulkChange
          rows={rows.filter(({ id }) => chosen.has(id))}
          people={people.data?.people ?? []}
          onDone={readAgain}
        />
      )}
      {found.isPending ? (
        <Loading />
      ) : (
        rows.length > 0 && <QueueTable rows={rows} chosen={chosen} onChoose={may('act') ? setChosen : undefined} />
      )}
      {found.hasNextPage && (
        <p>
          <Button variant="outline" busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            Show more
          </Button>
        </p>
      )}
    </>
  )
}

type Asked = Pick<StaffPayload<'findApplications'>, 'filter' | 'sort' | 'order'>

/** The filters and order of an address. What it does not know is left out; the server refuses the rest with a sentence. */
function readAddress(address: string): Asked {
  const given = new URLSearchParams(address)
  const filter = Object.fromEntries(
    ['status', 'term', 'major', 'kind', 'handling'].flatMap((name) => {
      const value = given.get(name)
      return value ? [[name, value]] : []
    }),
  )
  const assignee = given.get('assignee')
  const sort = given.get('sort') ?? 'submitted'
  return {
    filter: { ...filter, ...(assignee && { assignee: Number(assignee) }) },
    sort: sort as Asked['sort'],
    order: (given.get('order') ?? (sort === 'name' ? 'up' : 'down')) as Asked['order'],
  } as Asked
}

function inWords(page: { readonly matching: number; readonly counted_up_to: number } | undefined): string {
  if (page === undefined || page.matching === 0) return 'No applications match.'
  if (page.matching >= page.counted_up_to) return `More than ${page.counted_up_to.toLocaleString('en-US')} applications`
  return page.matching === 1 ? '1 application' : `${page.matching} applications`
}
