import type { AnswerOrder } from '../engine/index.ts'

/** The header beside a change of answers that says in which order its device wrote them (docs/decisions/0020). */
export const ANSWER_ORDER = 'answer-order'

/** The header in which a browser says for whom it makes a call: another account may have logged in meanwhile. */
export const ACCOUNT = 'account-id'

/** Characters: proxies refuse longer headers, so a larger change is sent in parts. */
export const LONGEST_ORDER = 4096

/** `device key:number:over,key:number:over`. */
export const formatAnswerOrder = ({ device, keys }: AnswerOrder): string =>
  `${device} ${Object.entries(keys)
    .flatMap(([key, order]) => (order === undefined ? [] : [`${key}:${order.number}:${order.over}`]))
    .join(',')}`

/** The order that a header says; undefined when it says none that can be read. */
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
