import { type Application, type Entry, entrySummary } from '../../../engine/index.ts'

/** Whether one line can sum up this entry. */
export const isTelling = (entry: Entry, application: Application): boolean => entrySummary(entry, application).isTelling
