import { type Form, form, type Item, page } from '../index.ts'

/** A form with one page that contains these items. */
export const formOf = (...items: readonly Item<string, 'form'>[]): Form => form('1', [page('page', 'Page', items)])
