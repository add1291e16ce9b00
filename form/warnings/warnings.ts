/** What looks wrong about an answer, by the key at which to say it. */
export type Warnings = Readonly<Record<string, string>>
