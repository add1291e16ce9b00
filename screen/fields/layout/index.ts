/** The frame of a question: its label, help and messages, and how a link finds and focuses it. */
export { BlockFieldset } from './block-fieldset.tsx'
export { EntryTitleContext, nounOf } from './entry-title.ts'
export { type ControlAttributes, Field } from './field.tsx'
export { FieldGroup } from './field-group.tsx'
export { FieldNotesContext } from './field-notes.ts'
export { FieldWithoutLabel } from './field-without-label.tsx'
export {
  controlFor,
  controlOf,
  focusQuestion,
  focusSection,
  leadingTo,
  leadToQuestion,
  sectionHeadingId,
} from './focus-question.ts'
export { Foldable } from './foldable.tsx'
export { keepInPlace } from './keep-in-place.ts'
export { Part, Parts } from './part.tsx'
export { SectionFrame } from './section-frame.tsx'
