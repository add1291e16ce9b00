import type { PublicInstitution } from '../../api/index.ts'
import { type Form, withInstitution } from '../../engine/index.ts'
import { admissions } from '../../form/index.ts'
import { lazyCode } from '../parts/index.ts'
import { pageData } from './page-data.ts'

const arranging = lazyCode(() => import('./with-structure.ts'))

/** Loads what is needed to ask what an institution asks otherwise than the form of the release: nothing, where it does not. */
export async function loadStructure({ structure }: PublicInstitution): Promise<void> {
  if (structure) await arranging.load()
}

/** The form that an institution asks, in the language of the page. What it needs was loaded. */
export function askedForm(institution: PublicInstitution = pageData().institution): Form {
  const { structure } = institution
  const arranged = structure && arranging.loaded()?.withStructure(admissions, structure)
  return withInstitution(arranged ?? admissions, institution)
}
