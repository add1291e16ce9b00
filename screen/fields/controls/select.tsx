import type { ComponentProps } from 'react'
import { type ChoiceQuestion, offeredOptions, optionsOf } from '../../../engine/index.ts'
import { classNames, Icon, useIsPainted } from '../../parts/index.ts'
import { useApplicationStore, useChoice } from '../store/use-application.tsx'
import styles from './controls.module.css'
import { widthOf } from './input.tsx'

type SelectProps = Omit<ComponentProps<'select'>, 'value' | 'onChange'> & {
  question: ChoiceQuestion
  fits?: number | undefined
}

/**
 * A native select: it closes itself, supports type-ahead and works with any input device (Q47). A choice commits the
 * answer. On a new page, the other options are drawn once it is painted: the states alone would be half of its
 * elements.
 */
export function Select({ question, fits = question.fits, ...rest }: SelectProps) {
  const { today } = useApplicationStore()
  const [value, write, commit] = useChoice(question)
  const isPainted = useIsPainted()
  const options = offeredOptions(optionsOf(question, today), question, today, value)
  return (
    <span className={classNames(styles.select, widthOf(fits))}>
      <select
        {...rest}
        className={classNames(styles.input, styles.options)}
        value={value}
        autoComplete={question.autocomplete}
        onChange={(event) => {
          write(event.target.value)
          commit()
        }}
      >
        {options.map(
          ([each, label]) =>
            (isPainted || each === value) && (
              <option key={each} value={each}>
                {label}
              </option>
            ),
        )}
      </select>
      <Icon name="chevron-down" />
    </span>
  )
}
