import { useState } from 'react'
import { namesIn, placeOf } from '../../../../api/browser.ts'
import { say } from '../../../../engine/index.ts'
import { Button, sentence } from '../../../parts/index.ts'
import { LineRow, OptionActions, type OptionsProps } from './editable-rows.tsx'
import styles from './form.module.css'

/** As many options are drawn at once; of countries there are five times as many. */
const AT_ONCE = 50

/**
 * A list of the form: what its options are called, with our words beside those of the office, their order, and which are
 * no longer offered. Its codes are those of the form.
 */
export function ListRow({
  row,
  isReadOnly,
  wanted,
  lacks,
  read,
  standing,
  change,
}: Omit<OptionsProps, 'value' | 'by'>) {
  const [isWhole, setWhole] = useState(false)
  const placeIn = (part: string, code: string) => `${row.place}${placeOf(part, code)}`
  const labels = read.editables.filter(({ place }) => place.startsWith(`${row.place}/labels/`))
  const labelOf = ({ place, product }: (typeof labels)[number]) => String(standing(place) ?? product ?? '')
  const options = labels.map((each) => ({ each, code: namesIn(each.place).at(-1) ?? '', label: labelOf(each) }))
  const order = standing(`${row.place}/order`)
  const ordered = Array.isArray(order) ? order : []
  const placeOfCode = (code: string) => ordered.indexOf(code) + 1 || options.length
  const sorted =
    ordered.length === 0 ? options : options.toSorted((one, other) => placeOfCode(one.code) - placeOfCode(other.code))
  const isRetired = (code: string) => standing(placeIn('retired', code)) !== null
  const offered = sorted.filter(({ code }) => !isRetired(code))
  const isSought = ({ code, label, each }: (typeof options)[number]) =>
    `${label} ${each.product ?? ''} ${code}`.toLocaleLowerCase().includes(wanted) && (lacks?.(each) ?? true)
  const named = wanted === '' && !lacks ? [] : sorted.filter(isSought)
  const found = named.length > 0 ? named : sorted
  const shown = isWhole ? found : found.slice(0, AT_ONCE)
  const move = (code: string, by: number) => {
    const codes = offered.map((each) => each.code)
    const from = codes.indexOf(code)
    // What is no longer offered keeps its place at the end, where it comes back.
    const rest = sorted.filter((each) => isRetired(each.code)).map((each) => each.code)
    change(`${row.place}/order`, [...codes.toSpliced(from, 1).toSpliced(from + by, 0, code), ...rest])
  }
  const changedBy = (place: string) => read.draft.changes.find((each) => each.place === place)?.by
  return (
    <section data-place={row.place} aria-label={row.name}>
      {!row.group.endsWith(row.name) && <h3>{row.name}</h3>}
      <ul className={styles.options} aria-label={row.name}>
        {shown.map(({ each, code, label }) => {
          const retired = placeIn('retired', code)
          if (isRetired(code))
            return (
              <li key={code} className={styles.retired} data-place={each.place}>
                <s translate="no">{label}</s>
                <Button variant="quiet" size="small" disabled={isReadOnly} onClick={() => change(retired, null)}>
                  {sentence('Offer {option} again', { option: label })}
                </Button>
              </li>
            )
          const index = offered.findIndex((one) => one.code === code)
          return (
            <li key={code} data-place={each.place}>
              <LineRow
                row={each}
                value={standing(each.place)}
                by={changedBy(each.place)}
                isReadOnly={isReadOnly}
                change={(after) => change(each.place, after)}
              />
              {!isReadOnly && (
                <OptionActions
                  option={label}
                  isFirst={index < 1}
                  isLast={index === offered.length - 1}
                  onMove={(by) => move(code, by)}
                  onRetire={() => change(retired, label)}
                />
              )}
            </li>
          )
        })}
      </ul>
      {shown.length < found.length && (
        <Button variant="outline" size="small" onClick={() => setWhole(true)}>
          {say('Show all {count} options', { count: found.length })}
        </Button>
      )}
      {ordered.length > 0 && !isReadOnly && (
        <Button variant="quiet" size="small" onClick={() => change(`${row.place}/order`, null)}>
          {say('Back to our order')}
        </Button>
      )}
    </section>
  )
}
