import type { AnswerOrder } from '../engine/index.ts'

/** The header sent with changed answers: the order in which the device wrote them (docs/decisions/0020). */
export const ANSWER_ORDER = 'answer-order'

/** The header that names whose answers a call is about, because somebody else may have logged in since. */
export const ACCOUNT = 'account-id'

/**
 * The header with which a profile comes without the display texts of its answers (`none`): the product's own screen has
 * them in its form. Every other caller gets them.
 */
export const DESCRIPTIONS = 'answer-descriptions'

/** The header with the language of the page that calls, which another tab may have changed on the device meanwhile. */
export const PAGE_LANGUAGE = 'page-language'

/** The header with the edition of the form that the page shows, such as 12-3f2a9c41d0be: its number and its hash. */
export const PAGE_EDITION = 'page-edition'

/** The header of a reply with the edition that is in effect, so that an open page learns of another one. */
export const ACTIVE_EDITION = 'active-edition'

/** In characters. Proxies reject longer headers, so larger changes are sent in parts. */
export const LONGEST_ORDER = 4096

/** The format is `device key:number:over,key:number:over`. */
export const formatAnswerOrder = ({ device, keys }: AnswerOrder): string =>
  `${device} ${Object.entries(keys)
    .flatMap(([key, order]) => (order === undefined ? [] : [`${key}:${order.number}:${order.over}`]))
    .join(',')}`

/** Parses the order from a header; undefined when it cannot be read. */
export function parseAnswerOrder(header: string): AnswerOrder | undefined {
  const [, device, list] = /^([a-z0-9]{8,40}) (.+)$/.exec(header) ?? []
  if (device === undefined || list === undefined || header.length > LONGEST_ORDER) return undefined
  const keys: [string, { number: number; over: number }][] = []
  for (const each of list.split(',')) {
    const [, key, number, over] = /^([\w-]{1,100}):(\d{1,15}):(\d{1,15})$/.exec(each) ?? []
    if (key === undefined) return undefined
    keys.push([key, { number: Number(number), over: Number(over) }])
  }
  return { device, keys: Object.fromEntries(keys) }
}
