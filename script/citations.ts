import { deadLinksIn } from './citations/dead-links-in.ts'
import { deadNamesIn } from './citations/dead-names-in.ts'
import { oldFormsIn } from './citations/old-forms-in.ts'
import type { DeadCitation, Project } from './citations/project.ts'
import { sourcesIn } from './citations/sources-in.ts'
import { unknownIdsIn } from './citations/unknown-ids-in.ts'
import { wrongQuestionsIn } from './citations/wrong-questions-in.ts'
import { wrongRecordsIn } from './citations/wrong-records-in.ts'

/**
 * Every citation that a reader who has only the project cannot follow, and every decision record or settled question
 * that cannot be reached from the others. An empty list means that all citations work.
 */
export function deadCitationsIn(project: Project): DeadCitation[] {
  const sources = sourcesIn(project)
  return [
    ...project.files.flatMap((file) => [
      ...oldFormsIn(file),
      ...unknownIdsIn(file, sources),
      ...deadLinksIn(file, project),
      ...deadNamesIn(file, project),
    ]),
    ...wrongRecordsIn(project),
    ...wrongQuestionsIn(project),
  ]
}
