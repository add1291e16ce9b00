import { everyItem, type Form, questionsByKey } from '../engine/index.ts'
import type { AdmissionsKey } from './admissions.ts'

/** The sections that say what does not change from term to term: the person, how to reach them, and their schools. */
const carriedSections: readonly string[] = [
  'name',
  'contact',
  'citizenship',
  'demographics',
  'parents',
  'high-school',
  'colleges',
  'tests',
]

/** Consents are given anew for each application. */
const givenAnew: readonly AdmissionsKey[] = ['optin_sms_ind']

/**
 * The keys whose answers an application for another term begins with. Documents are attached anew, because a transcript
 * ages, and nothing that is certified or promised is among them.
 */
export function carriedKeys(form: Form): ReadonlySet<string> {
  const sections = everyItem(form).filter((item) => item.kind === 'section' && carriedSections.includes(item.id))
  const questions = questionsByKey(form)
  return new Set(
    sections
      .flatMap((section) => ('keys' in section ? section.keys : []))
      .filter((key) => questions.get(key)?.kind !== 'upload' && !(givenAnew as readonly string[]).includes(key)),
  )
}

/** The blocks whose number of entries and whose tabs are carried with them. */
export const carriedBlocks = (form: Form): ReadonlySet<string> => {
  const carried = carriedKeys(form)
  return new Set(
    everyItem(form).flatMap((item) =>
      (item.kind === 'repeated' || item.kind === 'tabs') && item.keys.some((key) => carried.has(key)) ? [item.id] : [],
    ),
  )
}
