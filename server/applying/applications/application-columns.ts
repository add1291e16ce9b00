import type { Selectable } from 'kysely'
import type { DocumentAnswer } from '../../../engine/index.ts'
import type { Tables } from '../../platform/database/index.ts'

/** What reading an application takes beside its answers. */
export const besideAnswers = ['id', 'add_another', 'tabs', 'revision', 'last_page', 'data_key'] as const
/** What reading it takes. Changing it takes its writings too, which are as long as the answers. */
export const columns = [...besideAnswers, 'answers'] as const
export type Row = Pick<Selectable<Tables['application']>, (typeof columns)[number]>
export type WithDocuments<Of> = Of & { readonly document_answer: Readonly<Record<string, DocumentAnswer>> }
/** What changing it takes. */
export type ApplicationRow = Row & Pick<Selectable<Tables['application']>, 'writings'>
