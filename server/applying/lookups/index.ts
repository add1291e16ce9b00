/**
 * The lookups: schools and addresses, suggested while a person types.
 *
 * How a school is found:
 *
 * 1. `mergedSchools` joins the starter list with the lists that the institution imported (`schoolsCommand`, `readList`).
 *    An imported list replaces what it contains, but keeps the nicknames.
 * 2. `schoolIndexOf` builds one index for colleges and one for high schools. A school has its name, its aliases and,
 *    for a college, its initials (`namesOf`), all reduced to words without case, accents and punctuation
 *    (`words-of.ts`). For each word, the index lists the schools that have it in a name or in their place.
 * 3. The typed text becomes words in the same way; two may be read as one, and one as two. A word of the index matches
 *    if it is the typed word or begins with it, or if one or two letters are wrong (`vocabulary.ts`). Wrong letters are
 *    allowed only when too few schools match without them, and never in words of fewer than four letters.
 * 4. The sixty schools that contain the most of the typed words, rare words counting more, are compared name by name
 *    (`rankOf`). A complete name in the right order is best. Among equally good matches, schools in the
 *    institution's own state come first, then larger ones.
 *
 * All of it runs in a thread of its own (`createLookupThread`), because no save may wait for a search. A thread that is
 * late by a second is ended, and another one starts. `createLookups` remembers answers, and takes up a list that
 * another process imported.
 *
 * docs/measurements.md says how this was measured. With 32,777 schools of imported lists, the thread is ready in 1.8 s
 * and takes 204 MB; a search takes 1.3 ms in the median, 6.2 ms at p99, and 24 ms at worst. The school that was meant
 * comes first in 96.8 % of the judged queries for colleges and in 96 % of those for high schools, and is among the first
 * five in 99.2 % and 100 % (`testing/judged-queries.ts`). With the starter list of 4,576 schools: first in 97.6 % and
 * 100 %, and among five in all. Why the index is our own: docs/decisions/0012.
 */

export { createLookupThread } from './create-lookup-thread.ts'
export { createLookups, lookupRoutes } from './create-lookups.ts'
export { mergedSchools, starterSchools } from './merged-schools.ts'
// For the bench.
export { type ListKind, readList, type SchoolList } from './read-list.ts'
export { schoolIndexOf } from './school-index.ts'
export { schoolsCommand } from './schools-command.ts'
export { stateFrom } from './states.ts'
