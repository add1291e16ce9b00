import { type SubmitEvent, useState } from 'react'
import { Button } from '../../parts/index.ts'
import styles from './desk-pages.module.css'
import type { Search } from './search-memory.tsx'
import { FieldRow, Folded, StaffInput } from './staff-field.tsx'

const fields = ['name', 'email', 'phone', 'birth_date', 'reference', 'ssn_end'] as const

/** Finds people. It is sent when asked for and not while typing, because every search is recorded. */
export function SearchForm({ search, onSearch }: { search: Search; onSearch: (search: Search) => void }) {
  const [typed, setTyped] = useState<Search>(search)
  const field = (name: (typeof fields)[number]) => ({
    value: typed[name] ?? '',
    onChange: ({ target }: { target: HTMLInputElement }) => setTyped({ ...typed, [name]: target.value }),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onSearch(Object.fromEntries(fields.flatMap((name) => (typed[name]?.trim() ? [[name, typed[name].trim()]] : []))))
  }
  const clear = () => {
    setTyped({})
    onSearch({})
  }
  return (
    <search>
      <form aria-label="Find an applicant" onSubmit={submit}>
        <div className={styles.name}>
          <StaffInput label="Name" hint="The beginnings of its words are enough." {...field('name')} />
          <Button type="submit">Search</Button>
          {Object.keys(search).length > 0 && (
            <Button variant="quiet" onClick={clear}>
              Clear the search
            </Button>
          )}
        </div>
        <Folded summary="More ways to find somebody" inUse={fields.some((name) => name !== 'name' && name in search)}>
          <FieldRow>
            <StaffInput label="E-mail" type="email" {...field('email')} />
            <StaffInput label="Phone" type="tel" {...field('phone')} />
            <StaffInput label="Date of birth" type="date" {...field('birth_date')} />
            <StaffInput label="Reference number" {...field('reference')} />
            <StaffInput
              label="Last 4 of SSN"
              hint="With a name or a date of birth."
              inputMode="numeric"
              pattern="[0-9]{4}"
              maxLength={4}
              {...field('ssn_end')}
            />
          </FieldRow>
        </Folded>
      </form>
    </search>
  )
}
