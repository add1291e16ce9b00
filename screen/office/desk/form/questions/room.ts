import type { Changes, StaffReply } from '../../../../../api/index.ts'
import type { Structure, StructureFault } from '../../../../../engine/index.ts'
import type { QuestionsOutline, Row } from './outline-rows.ts'
import type { Values } from './structure-draft.ts'

/** A change of what is asked: what becomes of it in words, and where the focus goes once it is there. */
export type Act = {
  readonly changes: Changes
  readonly says: string
  readonly focus: { readonly name: string; readonly action: string }
  /** The section that is opened for it. */
  readonly open?: string
}

/** What a colleague says about an item. */
export type Comment = StaffReply<'readForm'>['draft']['comments'][number]

/** What everything in this room needs to know. */
export type Room = {
  readonly outline: QuestionsOutline
  readonly structure: Structure
  /** The form of the release. */
  readonly base: QuestionsOutline
  /** What stands in the draft and in what is published, by places. */
  readonly values: Values
  readonly published: Values
  readonly faults: readonly StructureFault[]
  readonly comments: readonly Comment[]
  /** What is not asked because it is in something that is stopped, or is stopped itself. */
  readonly gone: ReadonlySet<string>
  readonly isReadOnly: boolean
  readonly change: (act: Act) => void
  /** Says why something was not done. */
  readonly refuse: (why: string) => void
}

/** Whether something is asked otherwise than in the form of the release. */
export const differs = ({ name, question = name, own }: Row, { structure }: Room): boolean =>
  own !== undefined ||
  [structure.stopped, structure.moved, structure.asked_if].some((each) => each && Object.hasOwn(each, name)) ||
  Object.hasOwn(structure.required ?? {}, question)
