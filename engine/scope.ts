/** 'entry': written once with a short key inside a repeated or prefixed block, which gives it its full key. */
export type Scope = 'form' | 'entry'
