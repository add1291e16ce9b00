import type { ChangeEvent } from 'react'
import { Input, type InputProps } from './input.tsx'
import { maskTyped } from './mask-typed.ts'

export type MaskedInputProps = Omit<InputProps, 'onChange'> & {
  mask: (typed: string) => string
  onWrite: (masked: string) => void
}

/** A box for digits that are formatted as they are typed or pasted. */
export function MaskedInput({ mask, onWrite, ...rest }: MaskedInputProps) {
  const onChange = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const inputType = nativeEvent instanceof InputEvent ? nativeEvent.inputType : ''
    // Set the box before the store changes. React then finds the value already there and leaves the caret alone.
    onWrite(maskTyped(target, mask, inputType))
  }
  return <Input {...rest} onChange={onChange} />
}
