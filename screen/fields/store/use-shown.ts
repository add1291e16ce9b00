import { type AnyCondition, holds } from '../../../engine/index.ts'
import { useApplication } from './use-application.ts'

/** Whether the answers meet a condition. */
export const useShown = (condition: AnyCondition): boolean => useApplication(({ answer }) => holds(condition, answer))
