import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { recordExportPath } from '../../../api/browser.ts'
import type { StaffPayload } from '../../../api/index.ts'
import { say, sayCount } from '../../../engine/index.ts'
import { Button, Loading, Status, sentence, useAction } from '../../parts/index.ts'
import styles from './desk-pages.module.css'
import { formatTime, listed } from './labels.ts'
import { saveFile } from './save-file.ts'
import { asStaffError, type StaffError, staffCall, staffFile, useStaff } from './staff-call.ts'
import { FieldRow, StaffActions, StaffForm, StaffInput } from './staff-field.tsx'
import { NotLoaded, PageTitle } from './staff-page.tsx'
import { RefusalNotice } from './use-staff-action.tsx'

type Filters = Pick<StaffPayload<'readRecord'>, 'actor' | 'action' | 'subject' | 'from' | 'to'>
const names = ['actor', 'action', 'subject', 'from', 'to'] as const

/** Who did or saw what, to whom and when. Reading it is in it too. */
export function RecordPage() {
  const [typed, setTyped] = useState<Filters>({})
  const [filters, setFilters] = useState<Filters>({})
  const record = useInfiniteQuery({
    queryKey: ['record', filters],
    queryFn: ({ pageParam }) => staffCall('readRecord', { ...filters, ...(pageParam !== 0 && { before: pageParam }) }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchOnWindowFocus: false,
  })
  const { may } = useStaff()
  const [problem, setProblem] = useState<StaffError>()
  const [busy, download] = useAction(async () => {
    try {
      saveFile('record.csv', await staffFile(recordExportPath, filters))
      setProblem(undefined)
    } catch (error) {
      setProblem(asStaffError(error))
    }
  })
  const rows = record.data?.pages.flatMap((page) => page.rows) ?? []
  const field = (name: (typeof names)[number]) => ({
    value: typed[name] ?? '',
    onChange: ({ target }: { target: HTMLInputElement }) => setTyped({ ...typed, [name]: target.value }),
  })
  const submit = () => {
    setFilters(Object.fromEntries(names.flatMap((name) => (typed[name]?.trim() ? [[name, typed[name].trim()]] : []))))
  }
  return (
    <>
      <PageTitle title={say('Record')} />
      <StaffForm onSend={submit}>
        <FieldRow>
          <StaffInput label={say('Who')} {...field('actor')} />
          <StaffInput label={say('Did what')} {...field('action')} />
          <StaffInput label={say('To whom')} hint={say('A reference number or an id')} {...field('subject')} />
          <StaffInput label={say('From')} type="date" {...field('from')} />
          <StaffInput label={say('To')} type="date" {...field('to')} />
        </FieldRow>
        <StaffActions>
          <Button type="submit">{say('Show')}</Button>
          {may('export_record') && (
            <Button variant="outline" busy={busy} disabled={rows.length === 0} onClick={download}>
              {say('Download all of them (CSV)')}
            </Button>
          )}
        </StaffActions>
      </StaffForm>
      <RefusalNotice problem={problem} />
      <NotLoaded query={record} />
      {record.isPending && <Loading label={say('Loading…')} />}
      <Status as="p">{record.data && sayCount(rows.length, '1 row', '{count} rows')}</Status>
      <ol className={styles.rows}>
        {rows.map((row) => (
          <li key={row.id}>
            <p>
              {sentence('{time}: {person}, {action}', {
                time: <span>{formatTime(row.at)}</span>,
                person: <strong translate="no">{row.actor}</strong>,
                action: <span>{row.action}</span>,
              })}
            </p>
            <p className={styles.detail} translate="no">
              {[row.reference || row.subject, ...Object.entries(row.detail).map(inWords)].join(' · ')}
            </p>
          </li>
        ))}
      </ol>
      {record.hasNextPage && (
        <p>
          <Button variant="outline" busy={record.isFetchingNextPage} onClick={() => void record.fetchNextPage()}>
            {say('Show more')}
          </Button>
        </p>
      )}
    </>
  )
}

const inWords = ([name, value]: readonly [string, unknown]): string =>
  say('{name}: {value}', { name: name.replaceAll('_', ' '), value: plain(value) })

function plain(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return listed(value.map(plain))
  if (typeof value === 'object' && value !== null) return listed(Object.entries(value).map(inWords))
  return String(value ?? 'none')
}
