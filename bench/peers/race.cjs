// The rules of the race that every server in the comparison plays: two seats, a Klondike each, eight shared foundations.
//
// A card is a number: deck * 52 + suit * 13 + rank - 1. `secret` holds the cards that lie face-down, `shown` what
// everyone may see. Piles only need to work like arrays, so a peer can pass its own kind. `act` returns null, or the
// reason why it refused; then nothing has changed.

const OWNERS = ['p1', 'p2']

const rankOf = card => (card % 13) + 1
const suitOf = card => Math.floor((card % 52) / 13)
const isRed = card => suitOf(card) === 1 || suitOf(card) === 2
const stacks = (card, onto) => rankOf(onto) === rankOf(card) + 1 && isRed(onto) !== isRed(card)
const last = pile => pile[pile.length - 1]

// Turn what the client sent as the deal (per seat: the stock, and seven columns whose last card is face-up) into state.
function deal(seats) {
  return {
    secret: seats.map(({ stock, columns }) => ({ stock: [...stock], columns: columns.map(column => column.slice(0, -1)) })),
    shown: {
      foundations: Array.from({ length: 8 }, () => []),
      boards: seats.map(({ stock, columns }) => ({
        stock: stock.length,
        waste: [],
        columns: columns.map(column => ({ hidden: column.length - 1, cards: column.slice(-1) })),
        score: 0,
      })),
    },
  }
}

function act({ secret, shown }, seat, kind, { source, target, count }) {
  const own = secret[seat]
  const board = shown.boards[seat]
  if (source.owner !== OWNERS[seat]) return 'that pile is not yours'
  switch (kind) {
    case 'draw':
      if (own.stock.length === 0) return 'your stock is empty'
      board.waste.push(own.stock.pop())
      board.stock = own.stock.length
      return null
    case 'recycle':
      if (own.stock.length > 0 || board.waste.length === 0) return 'there is nothing to recycle'
      while (board.waste.length > 0) own.stock.push(board.waste.pop())
      board.stock = own.stock.length
      return null
    case 'flip': {
      const column = board.columns[source.index]
      if (column === undefined || column.cards.length > 0 || column.hidden === 0) return 'there is no card to turn'
      column.cards.push(own.columns[source.index].pop())
      column.hidden -= 1
      return null
    }
    case 'tableauMove':
      return moveToColumn(board, source, target, count)
    case 'foundationMove':
      return moveToFoundation(shown.foundations, board, source)
    default:
      return 'there is no such move'
  }
}

function pileAt(board, { zone, index }) {
  return zone === 'waste' ? board.waste : board.columns[index]?.cards
}

function moveToColumn(board, source, target, count) {
  const from = pileAt(board, source)
  const column = target.owner === source.owner ? board.columns[target.index] : undefined
  if (from === undefined || column === undefined || from === column.cards) return 'there is no such pile'
  if (count < 1 || count > from.length || (source.zone === 'waste' && count > 1)) return 'there are not that many cards'
  const first = from.length - count
  for (let place = first + 1; place < from.length; place += 1) {
    if (!stacks(from[place], from[place - 1])) return 'these cards are not a run'
  }
  const empty = column.cards.length === 0
  if (empty ? column.hidden > 0 || rankOf(from[first]) !== 13 : !stacks(from[first], last(column.cards))) return 'it does not fit'
  column.cards.push(...from.splice(first, count))
  return null
}

function moveToFoundation(foundations, board, source) {
  const from = pileAt(board, source)
  if (from === undefined || from.length === 0) return 'there is no card'
  const card = last(from)
  for (const index of [2 * suitOf(card), 2 * suitOf(card) + 1]) {
    if (foundations[index].length === rankOf(card) - 1) {
      foundations[index].push(from.pop())
      board.score += rankOf(card)
      return null
    }
  }
  return 'no foundation takes it'
}

module.exports = { KINDS: ['draw', 'recycle', 'flip', 'tableauMove', 'foundationMove'], act, deal }
