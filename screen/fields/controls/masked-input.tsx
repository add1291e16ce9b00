import { type ChangeEvent, useState } from 'react'
import { Input, type InputProps } from './input.tsx'
import { maskTyped } from './mask-typed.ts'

export type MaskedInputProps = Omit<InputProps, 'onChange'> & {
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
  return [isCut ? 'We kept only the digits.' : undefined, tell]
}
