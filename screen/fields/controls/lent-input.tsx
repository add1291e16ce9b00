import type { ComponentProps, ReactNode } from 'react'
import { useObserved } from '../../parts/index.ts'
import type { InputProps } from './input.tsx'
import { inputLook } from './input-look.ts'
import { widthOf } from './width-of.ts'

/** What a search gives the box that it was lent, and the class of what is around the box. */
export type Borrowed = { readonly input: Omit<ComponentProps<'input'>, 'value'>; readonly around: string | undefined }

/** A box that is there before the code of its search, and that the search borrows. */
export type Loan = ReturnType<typeof createLoan>

export function createLoan() {
  let borrowed: Borrowed | undefined
  const listeners = new Set<() => void>()
  return {
    get: () => borrowed,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** With nothing, it gives the box back. */
    borrow(next: Borrowed | undefined) {
      borrowed = next
      for (const listener of [...listeners]) listener()
    },
  }
}

type LentInputProps = InputProps & { loan: Loan; value: string; children: ReactNode }

/**
 * A one-line box that stays the same element when its search begins or ends, so that focus, caret, a word that is being
 * composed and what can be undone stay. The value is never borrowed: it is the answer in both lives.
 */
export function LentInput({ loan, value, fits, children, ...plain }: LentInputProps) {
  const borrowed = useObserved(loan.subscribe, loan.get)
  return (
    <div className={borrowed?.around ?? widthOf(fits)}>
      <input {...(borrowed?.input ?? { ...plain, className: inputLook })} type="text" value={value} />
      {children}
    </div>
  )
}
