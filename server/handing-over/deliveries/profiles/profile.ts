import { type WayOut, withheldKeys } from '../../../../api/index.ts'
import type { Register } from '../../../../engine/index.ts'
import { keysOfGrade } from '../../exports/index.ts'
import type { Coded } from '../codes.ts'
import type { DeliveryFolder } from '../delivery-folder.ts'
import type { ArchiveLayout } from '../document-parts.ts'
import type { Target } from '../targets.ts'

/** The files of one delivery, being written. */
type ProfileFiles = {
  /** Adds an application, or returns why it must be held back, one reason each, having written nothing. */
  readonly add: (coded: Coded) => Promise<readonly string[]>
  readonly close: () => Promise<void>
}

/** A file, and as what an answer stands in it. */
type Place = { readonly in: string; readonly as: string }

/** How a target reads applications: which lists need codes, and which files it gets. */
export type Profile = {
  /** Code lists without which it cannot be used. */
  readonly needs: readonly string[]
  /** What is left empty although the target includes it, because nobody is named to encrypt it for. */
  readonly emptyColumns?: (target: Target) => readonly string[]
  /** How documents are packed, if not as in the plain profile. */
  readonly archives?: ArchiveLayout
  /** Where the answer to a key goes in its files; undefined if it goes nowhere. */
  readonly placesIn: (register: Register, target: Target) => (key: string) => Place | undefined
  readonly begin: (register: Register, folder: DeliveryFolder, target: Target) => Promise<ProfileFiles>
}

/** The keys that are no columns of the applications: what does not leave, and what has a table of its own. */
export const keysApart = (register: Register, way: WayOut, include: Target['include']): ReadonlySet<string> =>
  new Set([
    ...withheldKeys(register, way, include),
    ...keysOfGrade(register, 'demographics'),
    ...keysOfGrade(register, 'secret'),
  ])

/** Whether files of this target may hold these answers: they may only when they are encrypted for somebody. */
export const carries = ({ include, recipient }: Target, right: 'ssn' | 'demographics'): boolean =>
  include.includes(right) && recipient !== undefined

/** Whether a file that mixes an application with such answers must be encrypted whole. */
export const isProtected = (target: Target): boolean => carries(target, 'ssn') || carries(target, 'demographics')
