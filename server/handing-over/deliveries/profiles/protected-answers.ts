import type { Target } from '../targets.ts'

/** Whether files of this target may hold these answers: they may only when they are encrypted for somebody. */
export const carries = ({ include, recipient }: Target, right: 'ssn' | 'demographics'): boolean =>
  include.includes(right) && recipient !== undefined

/** Whether a file that mixes an application with such answers must be encrypted whole. */
export const isProtected = (target: Target): boolean => carries(target, 'ssn') || carries(target, 'demographics')
