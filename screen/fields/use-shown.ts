import { type AnyCondition, holds } from '../../engine/index.ts'
import { useApplication } from './use-application.ts'

/** Whether a condition is true of the answers. */
export const useShown = (condition: AnyCondition): boolean => useApplication(({ answer }) => holds(condition, answer))
