/** What a person types in, chooses from or presses. Several kinds of questions share a control. */

export { Choice } from './choice.tsx'
export { Choices } from './choices.tsx'
export { Input } from './input.tsx'
export { inputLook } from './input-look.ts'
export { AskFirst } from './lazy-ask-first.ts'
export { createLoan, LentInput, type Loan } from './lent-input.tsx'
export { LineField } from './line-field.tsx'
export { MaskedInput, useDroppedLetters } from './masked-input.tsx'
export { Select } from './select.tsx'
export { ShowToggle } from './show-toggle.tsx'
export { TickBox } from './tick-box.tsx'
export { widthOf } from './width-of.ts'
