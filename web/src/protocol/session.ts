/** The session at a table: a view that follows the acks, and intents that wait for answers.
 *
 * Only a message of the server changes what is known; it is frozen, so nothing else can. An intent is a proposal until
 * its answer is there: the table may show it, but must not change what is known.
 *
 * One intent is on its way at a time; those after it wait. An intent of which it is not known whether it arrived is sent
 * again with the same number when the line is back, so it is done exactly once.
 */
import { frozen, patched } from './patch'
import type { Ack, Help, Intent, News, Reject, ServerMessage, Snapshot, WireAction, WireOutcome } from './types'

export interface TableState {
  readonly rev: number
  readonly game: string
  /** The receiver's own seat; null for a watcher. */
  readonly seat: string | null
  readonly view: unknown
  /** The hash that the view must have; null where the server sent none. */
  readonly viewHash: string | null
  readonly options: unknown
  readonly seed: string | null
  readonly help: Help
  readonly legal: readonly WireAction[]
  readonly outcome: WireOutcome | null
  /** Why the game is stuck, while it is. */
  readonly stuck: Snapshot['stuck']
}

export type ActionResult =
  | { accepted: true; report: Readonly<Record<string, unknown>> }
  | { accepted: false; code: string; reason: string }

export interface Waiting {
  readonly action: WireAction
  readonly settle: (answer: ActionResult) => void
}

/** What happened, for those who show it. */
export interface Listener {
  changed(known: TableState, ack: Ack | null): void
  news(news: News): void
  elsewhere(): void
  closed(code: string, reason: string): void
}


export class Session {
  known: TableState | null = null
  /** Intents without an answer, the first of which is on its way. */
  waiting: readonly Waiting[] = []
  private expectedSeq = 0
  private sent: { seq: number; again: boolean } | null = null
  private askedWholeView = false

  constructor(
    private readonly send: (message: Intent) => boolean,
    private readonly listener: Listener,
  ) {}

  /** Whether the server has taken anything from this player. */
  get hasActed(): boolean {
    return this.expectedSeq > 0
  }

  act(action: WireAction): Promise<ActionResult> {
    return new Promise((settle) => {
      this.waiting = [...this.waiting, { action, settle }]
      this.sendNext()
    })
  }

  /** Ask for the whole view, since what we have cannot be right. */
  askWholeView(): void {
    if (this.askedWholeView) return
    this.askedWholeView = this.send({ kind: 'stateRequest', payload: {} })
  }

  /** The line is gone: what was sent may or may not have arrived. */
  lost(): void {
    if (this.sent) this.sent.again = true
    this.askedWholeView = false
  }

  receive(message: ServerMessage): void {
    switch (message.kind) {
      case 'table': this.atTable(message); break
      case 'snapshot': this.atSnapshot(message); break
      case 'ack': this.atAck(message); break
      case 'reject': this.atReject(message); break
      case 'closed': this.listener.closed(message.code, message.reason); break
    }
  }

  private atTable(news: News): void {
    this.listener.news(news)
    if (this.sent?.again && this.waiting[0]) this.transmit(this.waiting[0].action, this.sent.seq)
    else this.sendNext()
  }

  private atSnapshot(snapshot: Snapshot): void {
    this.askedWholeView = false
    this.expectedSeq = snapshot.expectedSeq
    this.known = frozen({
      rev: snapshot.rev,
      game: snapshot.game,
      seat: snapshot.seat,
      view: snapshot.view,
      viewHash: snapshot.viewHash,
      options: snapshot.options,
      seed: snapshot.seed ?? null,
      help: snapshot.help,
      legal: snapshot.legal,
      outcome: snapshot.outcome,
      stuck: snapshot.stuck,
    })
    this.weigh(snapshot)
    this.listener.changed(this.known, null)
    this.sendNext()
  }

  /** What does a snapshot say of the intent on its way? */
  private weigh({ reason, expectedSeq }: Snapshot): void {
    if (!this.sent) return
    if (reason === 'SEQ_GAP' || reason === 'BASE_REV_MISMATCH') this.sent = null
    else if (this.sent.seq < expectedSeq) this.settle({ accepted: true, report: {} })
    else if (reason === 'AIRBAG') this.settle({ accepted: false, code: reason, reason: '' })
    else if (reason === 'RESTART') this.sent = null
  }

  private atAck(ack: Ack): void {
    if (this.known === null || ack.rev > this.known.rev + 1) {
      this.askWholeView()
      return
    }
    const isOwn = this.sent?.seq === ack.seq && this.waiting[0]?.action.kind === ack.action.kind
    if (ack.rev === this.known.rev + 1) {
      const { rev, help, outcome, stuck } = ack
      const view = patched(this.known.view, ack.change)
      const viewHash = ack.viewHash ?? null
      const legal = ack.legal ?? this.known.legal // left out while it stays the same
      this.known = frozen({ ...this.known, rev, viewHash, help, legal, outcome, stuck, view })
    }
    if (ack.seq !== null && ack.clientId === this.known.seat) {
      this.expectedSeq = ack.seq + 1
      if (isOwn) this.settle({ accepted: true, report: ack.report })
      else this.listener.elsewhere()
    }
    this.listener.changed(this.known, ack)
    this.sendNext()
  }

  private atReject(reject: Reject): void {
    if (!this.sent) return
    const { seq, again } = this.sent
    if (reject.code === 'DUPLICATE_SEQ' && reject.expectedSeq <= seq) return // of an intent that is settled by now
    if (reject.code === 'DUPLICATE_SEQ' && again) {
      this.expectedSeq = reject.expectedSeq
      this.settle({ accepted: true, report: {} })
    } else if (reject.code === 'DUPLICATE_SEQ') {
      // something else of this seat was faster with the same number, as its ack tells: ours is still to be judged
      this.expectedSeq = reject.expectedSeq
      this.sent = null
    } else {
      this.settle({ accepted: false, code: reject.code, reason: reject.reason })
    }
    if (this.known && reject.rev > this.known.rev) this.askWholeView()
    this.sendNext()
  }

  private settle(answer: ActionResult): void {
    const [first, ...rest] = this.waiting
    this.sent = null
    this.waiting = rest
    first?.settle(answer)
  }

  private sendNext(): void {
    const next = this.waiting[0]
    if (next && this.sent === null && this.known !== null) this.transmit(next.action, this.expectedSeq)
  }

  private transmit(action: WireAction, seq: number): void {
    const { kind, payload } = action
    const again = this.sent?.again ?? false
    if (this.send({ kind, payload, seq, baseRev: this.known?.rev ?? 0 })) this.sent = { seq, again }
  }
}
