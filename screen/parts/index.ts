/**
 * The public interface of this folder: components that any product could use, with nothing about admissions. All of it
 * is small enough for the first page. Dialog, PopoverButton and ToastProvider load their large parts when they first
 * open.
 */

export { Button, buttonLook, LinkButton } from './button.tsx'
export { Dialog } from './dialog.tsx'
export { ErrorBoundary } from './error-boundary.tsx'
export { useAction, useElapsed, useObserved } from './hooks.ts'
export { Icon } from './icon.tsx'
export { Actions, Columns, Frame, Group, Logo, PageHead, Ridge, Row } from './layout.tsx'
export { addStyles, fetchStyles, lazyCode, preloadLazyCode, savesData } from './lazy-code.ts'
export { AfterPaint, lazyPart, useIsPainted } from './lazy-part.tsx'
export { Loading } from './loading.tsx'
export { LoadingPage, WaitLine } from './loading-page.tsx'
export { openInNewTab } from './new-tab.ts'
export { AlertLine, Notice } from './notice.tsx'
export { createListeners, createObservable, type Listeners, type Observable } from './observable.ts'
export { PopoverButton } from './popover-button.tsx'
export { allowMovedNodes, feedNonce, listenAboveElements } from './prepare-page.ts'
export { SaidAgain } from './said-again.tsx'
export {
  classNames,
  given,
  LiveRegion,
  marked,
  onceForWords,
  SkipLink,
  Status,
  sentence,
  VisuallyHidden,
} from './text.tsx'
export { type OwnToast, ToastProvider, useOwnToast, useToast } from './toast.tsx'
export { useLazyCode } from './use-lazy-code.ts'
export { released, untilWaiting, waitFor } from './waits.ts'
