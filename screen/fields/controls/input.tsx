import { type ChangeEvent, type ComponentProps, type ReactNode, useState } from 'react'
import { say, type TextQuestion } from '../../../engine/index.ts'
import { Button, classNames, createObservable, sentence, useObserved } from '../../parts/index.ts'
import { useAnswer } from '../store/use-application.tsx'
import styles from './controls.module.css'

type InputProps = Omit<ComponentProps<'input'>, 'size'> & {
  /** The usual length of an answer, in characters. */
  fits?: number | undefined
}

/** A one-line box. It has no `maxlength`: a longer paste is kept, and a message states the limit (Q48). */
export function Input({ fits, className, type = 'text', ...rest }: InputProps) {
  return <input {...rest} type={type} className={classNames(styles.input, widthOf(fits), className)} />
}

/** What a search gives the box that it was lent, and the class of what is around the box. */
type Lent = Omit<ComponentProps<'input'>, 'value'>
type Borrowed = { readonly input: Lent; readonly around: string | undefined }

/** A box that is there before the code of its search, and that the search borrows. */
export type Loan = ReturnType<typeof createLoan>

export function createLoan() {
  const { get, set, subscribe } = createObservable<Borrowed | undefined>(undefined)
  let latest: Borrowed | undefined
  return {
    get,
    subscribe,
    /** With nothing, it gives the box back. The box is drawn anew only for what can be seen of the difference. */
    borrow(next: Borrowed | undefined) {
      const borrowed = get()
      latest = next
      if (next && borrowed && isSame(next, borrowed)) return
      set(next && { ...next, input: withHandlers(next.input, () => latest?.input) })
    },
  }
}

/** The same attributes; each handler calls the one that was lent last. */
function withHandlers(input: Lent, now: () => Lent | undefined): Lent {
  const lent = Object.entries(input).map(([name, value]) => {
    if (typeof value !== 'function') return [name, value]
    return [name, (...given: readonly unknown[]) => Reflect.get(now() ?? {}, name)?.(...given)]
  })
  return Object.fromEntries(lent)
}

function isSame(one: Borrowed, other: Borrowed): boolean {
  const names = new Set([...Object.keys(one.input), ...Object.keys(other.input)])
  return (
    one.around === other.around &&
    [...names].every((name) => {
      const [value, before] = [Reflect.get(one.input, name), Reflect.get(other.input, name)]
      return value === before || (typeof value === 'function' && typeof before === 'function')
    })
  )
}

type LentInputProps = InputProps & { question: TextQuestion; loan: Loan; children: ReactNode }

/**
 * A one-line box that stays the same element when its search begins or ends, so that focus, caret, a word that is being
 * composed and what can be undone stay. The value is never borrowed: it is the answer in both lives. It is read here, so
 * that a keystroke does not draw the field around.
 */
export function LentInput({ question, loan, fits, children, ...plain }: LentInputProps) {
  const [value] = useAnswer(question)
  const borrowed = useObserved(loan.subscribe, loan.get)
  return (
    <div className={borrowed?.around ?? widthOf(fits)}>
      <input {...(borrowed?.input ?? { ...plain, className: inputLook })} type="text" value={value} />
      {children}
    </div>
  )
}

type MaskedInputProps = Omit<InputProps, 'onChange'> & {
  mask: (typed: string) => string
  /** `isCut` tells that letters were typed or pasted, which the mask has dropped. */
  onWrite: (masked: string, isCut: boolean) => void
}

/** A box for digits that are formatted as they are typed or pasted. */
export function MaskedInput({ mask, onWrite, ...rest }: MaskedInputProps) {
  const put = (box: HTMLInputElement, inputType: string) => {
    const isCut = /\p{L}/u.test(box.value)
    // Set the box before the store changes. React then finds the value already there and leaves the caret alone.
    onWrite(maskTyped(box, mask, inputType), isCut)
  }
  const onChange = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const { isComposing = false, inputType = '' } = nativeEvent instanceof InputEvent ? nativeEvent : {}
    // A keyboard that composes replaces what it wrote before; if it finds something else there, digits double or go.
    if (isComposing || inputType === 'insertCompositionText') onWrite(target.value, false)
    else put(target, inputType)
  }
  return <Input {...rest} onChange={onChange} onCompositionEnd={({ currentTarget }) => put(currentTarget, '')} />
}

/** What a field of digits says once letters were dropped, until something else is typed. */
export function useDroppedLetters(): readonly [note: string | undefined, tell: (isCut: boolean) => void] {
  const [isCut, tell] = useState(false)
  return [isCut ? say('We kept only the digits.') : undefined, tell]
}

/**
 * Formats the text in a box with `mask`, and keeps the caret at the same place among the digits, so that the
 * punctuation never gets in the way. `mask` must keep the digits in order; it may drop some at the beginning.
 */
export function maskTyped(input: HTMLInputElement, mask: (typed: string) => string, inputType: string): string {
  const typed = input.value
  const caret = input.selectionStart ?? typed.length
  const masked = mask(typed)
  const dropped = digitsIn(typed) - digitsIn(masked)
  const before = Math.max(0, digitsIn(typed.slice(0, caret)) - dropped)
  // Setting the same value again would still move the caret in some browsers.
  if (masked !== typed) input.value = masked
  const forwards = inputType === 'deleteContentForward'
  const place = forwards ? placeBeforeNext(masked, before) : placeAfter(masked, before)
  input.setSelectionRange(place, place)
  return masked
}

const digitsIn = (text: string) => text.match(/\p{Nd}/gu)?.length ?? 0

/** The position right after this many digits. */
function placeAfter(masked: string, digits: number): number {
  let place = 0
  for (let left = digits; left > 0; place += 1) if (isDigit(masked[place])) left -= 1
  return place
}

/** For forward deletion, the position before the next digit, past any punctuation. */
function placeBeforeNext(masked: string, digits: number): number {
  let place = placeAfter(masked, digits)
  while (place < masked.length && !isDigit(masked[place])) place += 1
  return place
}

const isDigit = (character: string | undefined) => character !== undefined && /\d/.test(character)

type ShowToggleProps = {
  /** Names what is shown or hidden, for screen reader users. */
  what: string
  shown: boolean
  onToggle: () => void
}

/** Shows or hides the text in the box before it. */
export function ShowToggle({ what, shown, onToggle }: ShowToggleProps) {
  return (
    <Button variant="quiet" size="small" leading={shown ? 'eye-off' : 'eye'} onClick={onToggle}>
      {shown
        ? sentence('<seen>Hide</seen> {what}', { what: <span>{what}</span> })
        : sentence('<seen>Show</seen> {what}', { what: <span>{what}</span> })}
    </Button>
  )
}

/** The class of a box to type in, for a control that is not an `Input`. */
export const inputLook = styles.input

const steps = [2, 4, 10, 14, 20, 30] as const

/** The class for a box as wide as its usual answer, in characters. Without a count, the box fills its container. */
export function widthOf(characters: number | undefined): string | undefined {
  const step = characters === undefined ? undefined : steps.find((each) => each >= characters)
  return step === undefined ? undefined : styles[`fits${step}`]
}
