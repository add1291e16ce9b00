export { askControl } from './ask-control.ts'
export { controlSocketIn } from './control-socket-in.ts'
export { type ControlSocket, openControlSocket } from './open-control-socket.ts'
