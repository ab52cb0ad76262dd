// The race on Colyseus: a room per match, its state a schema. Hidden cards are not part of the schema, so nobody is
// sent them. The state is sent right after each move instead of at the default rate of 20 times a second.

const { Room, Server } = require('@colyseus/core')
const { schema, t } = require('@colyseus/schema')
const { WebSocketTransport } = require('@colyseus/ws-transport')
const announce = require('./parent.cjs')
const { KINDS, act, deal } = require('./race.cjs')

const Column = schema({ hidden: t.uint8(), cards: t.array('uint8') }, 'Column')
const Board = schema({ stock: t.uint8(), waste: t.array('uint8'), columns: t.array(Column), score: t.uint16() }, 'Board')
const Pile = schema({ cards: t.array('uint8') }, 'Pile')
const Table = schema({ rev: t.uint16(), foundations: t.array(Pile), boards: t.array(Board) }, 'Table')

// Return the visible part of a deal as synchronised state.
function synchronised({ foundations, boards }) {
  const table = new Table().assign({ rev: 0 })
  for (const _ of foundations) table.foundations.push(new Pile())
  for (const { stock, columns } of boards) {
    const board = new Board().assign({ stock, score: 0 })
    for (const { hidden, cards } of columns) {
      const column = new Column().assign({ hidden })
      column.cards.push(...cards)
      board.columns.push(column)
    }
    table.boards.push(board)
  }
  return table
}

class Race extends Room {
  onCreate({ seats }) {
    const { secret, shown } = deal(seats)
    this.autoDispose = false
    this.seatReservationTimeout = 600
    this.patchRate = null
    this.seats = new Map()
    this.state = synchronised(shown)
    const foundations = this.state.foundations.map(pile => pile.cards)
    this.match = { secret, shown: { foundations, boards: this.state.boards } }
    for (const kind of KINDS) this.onMessage(kind, (client, payload) => this.move(client, kind, payload))
  }

  onJoin(client, { seat }) {
    if (seat === 0 || seat === 1) this.seats.set(client.sessionId, seat)
  }

  move(client, kind, payload) {
    const seat = this.seats.get(client.sessionId)
    const refused = seat === undefined ? 'you only watch' : act(this.match, seat, kind, payload)
    if (refused !== null) return client.send('refused', refused)
    this.state.rev += 1
    this.broadcastPatch()
  }
}

const transport = new WebSocketTransport()
const server = new Server({ transport, greet: false })
server.define('race', Race)
server.listen(0, '127.0.0.1').then(() => announce(transport.server.address().port))
