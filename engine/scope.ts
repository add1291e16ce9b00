/** 'entry' marks what is written once, with short keys, inside a repeated or prefixed block, which adds the prefix. */
export type Scope = 'form' | 'entry'
