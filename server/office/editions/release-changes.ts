import { type Finding, placeOf, publicInstitution } from '../../../api/index.ts'
import { fillPlaceholders, oncePer, type Register } from '../../../engine/index.ts'
import { baseRegister } from '../../../form/index.ts'
import { type Edition, institutionErrors } from '../../running/institution/index.ts'

type Published = Pick<Edition, 'base' | 'institution'>

/**
 * What this release changes under an edition: what its form asks and offers otherwise than the version over which the
 * edition was made, and the words and options of the edition that have no place in it.
 */
export const releaseChanges = (edition: Published): readonly string[] => [
  ...askedOtherwise(edition).map(({ says }) => says),
  ...withoutPlace(edition),
]

/** What of an edition does not fit the form of this release. */
export const withoutPlace = oncePer(({ institution }: Pick<Edition, 'institution'>): readonly string[] =>
  institutionErrors(institution),
)

/** The first of both, for the check, which has the second by itself. */
export function askedOtherwise(
  { base, institution }: Published,
  register: Register = baseRegister(),
): readonly Finding[] {
  const { versions, keys, lists } = register
  const now = versions.at(-1)
  if (base === now) return []
  const known = versions.indexOf(base)
  if (known === -1)
    return [told('', `This edition was made over version ${base} of the form, which is not known here.`)]
  const isBefore = (version: string | undefined) => version !== undefined && versions.indexOf(version) <= known
  const named = (label: string) => fillPlaceholders(label, publicInstitution(institution))
  const begins = `Version ${now} of the form`
  // Questions of later entries are those of the first.
  const asked = keys.filter(({ entry }) => entry === undefined || entry.number === 1)
  return [
    ...asked
      .filter(({ first, last }) => !isBefore(first) && last === undefined)
      .map(({ label }) =>
        told(placeOf('sentences', label), `${begins} asks “${named(label)}”, which ${base} did not.`),
      ),
    ...asked
      .filter(({ first, last }) => isBefore(first) && last !== undefined && versions.indexOf(last) >= known)
      .map(({ label }) => told('', `${begins} no longer asks “${named(label)}”.`)),
    ...Object.values(lists).flatMap((values) =>
      values
        .filter(({ last }) => last !== undefined && versions.indexOf(last) >= known)
        .map(({ label }) => told('', `${begins} no longer offers “${named(label)}”.`)),
    ),
  ]
}

const told = (place: string, says: string): Finding => ({ grade: 'told', place, says })
