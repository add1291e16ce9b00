import type { SectionProgress } from '../../../../engine/index.ts'

type State = {
  readonly icon: 'circle-open' | 'circle-half' | 'check' | 'dash' | 'alert'
  readonly look: 'open' | 'begun' | 'done' | 'wrong'
  readonly words: string
}

/** How the state of a section looks and reads. What is missing is red only after the first Submit. */
export function stateOfSection({ state, left }: SectionProgress, isValidating: boolean): State {
  if (left > 0 && isValidating) return { icon: 'alert', look: 'wrong', words: questionsLeft(left) }
  switch (state) {
    case 'not started':
      return { icon: 'circle-open', look: 'open', words: 'not started' }
    case 'begun':
      return { icon: 'circle-half', look: 'begun', words: questionsLeft(left) }
    case 'complete':
      return { icon: 'check', look: 'done', words: 'done' }
    case 'optional':
      return { icon: 'dash', look: 'open', words: 'optional' }
  }
}

export const questionsLeft = (count: number) => (count === 1 ? '1 question left' : `${count} questions left`)
