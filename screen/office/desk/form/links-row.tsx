import { useState } from 'react'
import { namesIn, placeOf } from '../../../../api/browser.ts'
import type { Changes, Editable } from '../../../../api/index.ts'
import { say } from '../../../../engine/index.ts'
import { Button } from '../../../parts/index.ts'
import { FieldRow, StaffActions, StaffForm, StaffInput } from '../staff-field.tsx'
import { LineRow, type ReadForm, type Value } from './editable-rows.tsx'
import styles from './form.module.css'

type LinksProps = {
  row: Editable
  value: Value
  isReadOnly: boolean
  read: ReadForm
  standing: (place: string) => Value
  /** Changes several places as one step. */
  changeAll: (after: Changes) => void
}

/** Links of the institution's own: titles, addresses and their order by buttons. A new one takes its name from its title. */
export function LinksRow({ row, value, isReadOnly, read, standing, changeAll }: LinksProps) {
  const [title, setTitle] = useState('')
  const [address, setAddress] = useState('')
  const places = [...read.editables, ...read.draft.changes].map(({ place }) => place)
  const known = [...new Set(places.filter((place) => place.startsWith(`${row.place}/`)).map(idIn))]
  const order = Array.isArray(value) ? value : []
  const at = (id: string, part: string) => row.place + placeOf(id, part)
  const there = known.filter((id) => ['title', 'address'].some((part) => standing(at(id, part)) !== null))
  const ids = [...order.filter((id) => there.includes(id)), ...there.filter((id) => !order.includes(id)).toSorted()]
  const move = (id: string, by: number) => {
    const from = ids.indexOf(id)
    changeAll({ [row.place]: ids.toSpliced(from, 1).toSpliced(from + by, 0, id) })
  }
  const add = () => {
    const id = newId(title, known)
    changeAll({
      [at(id, 'title')]: title.trim(),
      [at(id, 'address')]: address.trim(),
      [row.place]: [...ids, id],
    })
    setTitle('')
    setAddress('')
  }
  const remove = (id: string) => {
    const left = ids.filter((each) => each !== id)
    changeAll({ [at(id, 'title')]: null, [at(id, 'address')]: null, [row.place]: left.length === 0 ? null : left })
  }
  return (
    <section data-place={row.place} aria-label={row.name}>
      <h3>{row.name}</h3>
      <ul className={styles.options}>
        {ids.map((id, index) => {
          const name = String(standing(at(id, 'title')) ?? id)
          return (
            <li key={id} className={styles.link} data-place={at(id, 'title')}>
              {(['title', 'address'] as const).map((part) => {
                const place = at(id, part)
                const shown = read.editables.find((each) => each.place === place)
                return (
                  <LineRow
                    key={part}
                    row={{
                      place,
                      group: row.group,
                      name:
                        part === 'title'
                          ? say('Title of {link}', { link: name })
                          : say('Address of {link}', { link: name }),
                      kind: part === 'title' ? 'line' : 'link',
                      published: shown?.published ?? null,
                      product: null,
                      ...(part === 'title' && { english: '' }),
                    }}
                    value={standing(place)}
                    by={read.draft.changes.find((each) => each.place === place)?.by}
                    isReadOnly={isReadOnly}
                    change={(after) => changeAll({ [place]: after })}
                  />
                )
              })}
              {!isReadOnly && (
                <StaffActions>
                  <Button
                    variant="outline"
                    size="small"
                    disabled={index === 0}
                    aria-label={say('Move {option} up', { option: name })}
                    onClick={() => move(id, -1)}
                  >
                    {say('Up')}
                  </Button>
                  <Button
                    variant="outline"
                    size="small"
                    disabled={index === ids.length - 1}
                    aria-label={say('Move {option} down', { option: name })}
                    onClick={() => move(id, 1)}
                  >
                    {say('Down')}
                  </Button>
                  <Button
                    variant="outline"
                    size="small"
                    aria-label={say('Remove {link}', { link: name })}
                    onClick={() => remove(id)}
                  >
                    {say('Remove')}
                  </Button>
                </StaffActions>
              )}
            </li>
          )
        })}
      </ul>
      {!isReadOnly && (
        <StaffForm onSend={add}>
          <FieldRow>
            <StaffInput
              label={say('Title of a new link')}
              required
              value={title}
              onChange={({ target }) => setTitle(target.value)}
            />
            <StaffInput
              label={say('Its address')}
              hint={say('It begins with https://')}
              type="url"
              required
              pattern="https://.+"
              value={address}
              onChange={({ target }) => setAddress(target.value)}
            />
          </FieldRow>
          <StaffActions>
            <Button type="submit" variant="outline" size="small">
              {say('Add a link')}
            </Button>
          </StaffActions>
        </StaffForm>
      )}
    </section>
  )
}

const idIn = (place: string) => namesIn(place)[1] ?? ''

/** A name that no other link has: it stays when the title changes. */
export function newId(title: string, known: readonly string[]): string {
  const letters = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const base =
    letters
      .match(/[a-z0-9]+/g)
      ?.join('-')
      .slice(0, 30) ?? 'link'
  const numbered = known.map((_, index) => `${base}-${index + 2}`)
  return [base, ...numbered].find((id) => !known.includes(id)) ?? base
}
