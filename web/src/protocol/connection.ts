/** The WebSocket of a table. It reconnects by itself, with the last revision it has. */
import { PROTOCOL_VERSION, type Intent, type ServerMessage } from './types'

export type LineState = 'connecting' | 'open' | 'lost' | 'closed'

export interface Listener {
  /** The last known revision, so that the server sends only what is new. */
  lastRev(): number | null
  message(message: ServerMessage): void
  state(state: LineState): void
  /** Whether the player counts as away, and the socket is closed, when the page has been hidden for a while. */
  mayRest?(): boolean
}

const FIRST_WAIT = 500
const LONGEST_WAIT = 30_000
const LONG_AWAY = 30_000
const REFUSED = 4400
const NO_MISTAKE_OF_THE_LINE = new Set([REFUSED, 1007, 1009])

export class Connection {
  private socket: WebSocket | null = null
  private failures = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private ended = false
  private resting: ReturnType<typeof setTimeout> | undefined
  private hiddenAt: number | null = null
  private covered = false
  private readonly wake = () => {
    if (document.visibilityState === 'visible') this.retryNow()
  }
  /** A phone may cut the socket of a hidden page without a close event, so after a while a new one is opened. */
  private readonly visibilityChanged = () => {
    const away = this.hiddenAt === null ? 0 : Date.now() - this.hiddenAt
    this.hiddenAt = document.visibilityState === 'visible' ? null : (this.hiddenAt ?? Date.now())
    this.tellPresence()
    if (away > LONG_AWAY && this.hiddenAt === null && this.socket !== null) {
      this.drop()
      this.listener.state('lost')
    }
    clearTimeout(this.resting)
    if (this.hiddenAt !== null) this.resting = setTimeout(this.rest, LONG_AWAY)
    this.wake()
  }
  private readonly rest = () => {
    if (this.socket === null || !this.listener.mayRest?.()) return
    this.drop()
    this.listener.state('lost')
  }

  constructor(
    private readonly tableId: string,
    private readonly listener: Listener,
    private readonly open: (address: string) => WebSocket = (address) => new WebSocket(address),
  ) {
    addEventListener('online', this.wake)
    document.addEventListener('visibilitychange', this.visibilityChanged)
    this.connect()
  }

  /** Send a message; false without a connection. */
  send(message: Intent): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false
    this.socket.send(JSON.stringify(message))
    return true
  }

  /** Say whether something covers the table, so that its player cannot see it. */
  cover(covered: boolean): void {
    if (this.covered === covered) return
    this.covered = covered
    this.tellPresence()
  }

  /** Do not wait any longer to come back. */
  retryNow(): void {
    if (this.ended || this.socket !== null) return
    clearTimeout(this.timer)
    this.connect()
  }

  /** Hang up for good. */
  end(): void {
    this.ended = true
    clearTimeout(this.timer)
    clearTimeout(this.resting)
    removeEventListener('online', this.wake)
    document.removeEventListener('visibilitychange', this.visibilityChanged)
    this.drop()
  }

  private isAway(): boolean {
    return this.covered || document.visibilityState === 'hidden'
  }

  /** Say whether anybody looks at the table: bots wait and the clock of a solitaire stops while nobody does. */
  private tellPresence(): void {
    this.send({ kind: 'presence', payload: { away: this.isAway() } })
  }

  /** Hang up; what the old socket still says is not heard. */
  private drop(): void {
    this.socket?.close()
    this.socket = null
  }

  private connect(): void {
    this.listener.state(this.failures ? 'lost' : 'connecting')
    const socket = this.open(this.address())
    this.socket = socket
    socket.onmessage = (event) => {
      if (this.socket !== socket) return
      this.failures = 0
      this.listener.message(JSON.parse(event.data as string) as ServerMessage)
    }
    socket.onopen = () => {
      if (this.socket !== socket) return
      if (this.isAway()) this.tellPresence()
      this.listener.state('open')
    }
    socket.onclose = (event) => {
      if (this.socket !== socket) return
      this.socket = null
      if (NO_MISTAKE_OF_THE_LINE.has(event.code)) this.listener.state('closed')
      else this.comeBack()
    }
  }

  private comeBack(): void {
    if (this.ended) return
    this.listener.state('lost')
    const wait = Math.min(FIRST_WAIT * 2 ** this.failures, LONGEST_WAIT)
    this.failures += 1
    this.timer = setTimeout(() => { this.connect() }, wait * (0.75 + Math.random() / 2))
  }

  private address(): string {
    const rev = this.listener.lastRev()
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const query = `protocol=${PROTOCOL_VERSION}${rev === null ? '' : `&rev=${rev}`}`
    return `${scheme}://${location.host}/api/tables/${this.tableId}/ws?${query}`
  }
}
