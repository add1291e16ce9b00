// Runs in every measured page before anything of its own.
window.bench = { shift: 0, typable: 0, keys: [], tasks: [] }

new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.bench.shift += entry.value
}).observe({ type: 'layout-shift', buffered: true })

// Longer than 50 ms each, from the start of the page.
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.bench.tasks.push(duration)
}).observe({ type: 'longtask', buffered: true })

const isReady = (box) => box.offsetParent !== null && !box.disabled && !box.readOnly
const look = () => {
  const boxes = [...document.querySelectorAll('input:not([type]), input[type=text]')]
  if (boxes.some(isReady)) window.bench.typable = performance.now()
  else requestAnimationFrame(look)
}
requestAnimationFrame(look) // there are no frames before the style sheet

/** Called in a frame, which is painted once its callbacks have run. */
const oncePainted = (act) => {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = act
  port2.postMessage(undefined)
}

addEventListener(
  'keydown',
  ({ timeStamp }) =>
    requestAnimationFrame(() => oncePainted(() => window.bench.keys.push(performance.now() - timeStamp))),
  true,
)

/** Presses a control, and returns the milliseconds until this is on the screen. */
window.bench.press = (control, expected) =>
  new Promise((resolve) => {
    const start = performance.now()
    const frame = () => {
      if (document.querySelector(expected)) oncePainted(() => resolve(performance.now() - start))
      else requestAnimationFrame(frame)
    }
    document.querySelector(control).click()
    requestAnimationFrame(frame)
  })
