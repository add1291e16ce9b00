export { askControl } from './ask-control.ts'
export { controlSocketIn } from './control-socket-in.ts'
export { type ControlSocket, createControlSocket } from './create-control-socket.ts'
