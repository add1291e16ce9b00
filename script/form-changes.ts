import type { FormRelease } from './form-releases.ts'

/**
 * What a form asks differently from an earlier release, one sentence each: keys, which are also columns of the export
 * row, kinds, requirements and lists. Wording alone is no change.
 */
export function formChanges(before: FormRelease, after: FormRelease): readonly string[] {
  const [old, current] = [questionsOf(before), questionsOf(after)]
  const gone = [...old.keys()].filter((key) => !current.has(key))
  return [
    ...gone.map((key) => `${key} is no longer asked; its column stays in exports, empty for whoever is not asked it.`),
    ...[...current].flatMap(([key, now]) => {
      const then = old.get(key)
      if (then === undefined) return [`${key} (${now.kinds}) is new, with a column of its own at the end of exports.`]
      return [
        ...(then.kinds === now.kinds ? [] : [`${key} was ${then.kinds} and is ${now.kinds}.`]),
        ...(then.required === now.required ? [] : [`${key} is required in other cases.`]),
        ...(now.settings !== '' && then.settings !== now.settings
          ? [`${key} takes its list from institution.json: ${now.settings}.`]
          : [
              ...listed(key, 'can no longer be answered with', minus(then.values, now.values)),
              ...listed(key, 'can be answered with', minus(now.values, then.values)),
            ]),
      ]
    }),
  ]
}

const minus = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...some].filter((value) => value !== '' && !others.has(value))
const listed = (key: string, what: string, values: readonly string[]) =>
  values.length === 0 ? [] : [`${key} ${what} ${values.join(', ')}.`]

type Asked = {
  readonly kinds: string
  readonly required: string
  readonly values: ReadonlySet<string>
  /** The lists that the institution keeps. */
  readonly settings: string
}

/** Everything asked, by key. A dropdown with several lists is in a release once for each. */
function questionsOf({ pages }: FormRelease): ReadonlyMap<string, Asked> {
  const all = pages.flatMap(({ questions }) => questions)
  const lists = new Map(all.map(({ key, options }) => [key, options]))
  const valuesOf = (options: unknown): readonly string[] => {
    if (Array.isArray(options)) return options.map(([value]) => String(value))
    const same =
      typeof options === 'object' && options !== null && 'as' in options ? lists.get(String(options.as)) : null
    return same ? valuesOf(same) : []
  }
  return new Map(
    [...Map.groupBy(all, ({ key }) => key)].map(([key, asked]) => [
      key,
      {
        kinds: [...new Set(asked.map(({ kind }) => kind))].join(', '),
        required: JSON.stringify(asked.map(({ required }) => required)),
        values: new Set(asked.flatMap(({ options }) => valuesOf(options))),
        settings: asked.flatMap(({ options }) => settingOf(options) ?? []).join(', '),
      },
    ]),
  )
}

const settingOf = (options: unknown) =>
  typeof options === 'object' && options !== null && 'setting' in options ? String(options.setting) : undefined
