// Print what a watcher of a match is shown, as the peer's own client library sees it:
// node watch.cjs boardgame|colyseus URL MATCH

const [peer, url, match] = process.argv.slice(2)

function show(state) {
  console.log(JSON.stringify(state))
  process.exit(0)
}

const watch = {
  boardgame() {
    const { Client } = require('boardgame.io/client')
    const { SocketIO } = require('boardgame.io/multiplayer')
    const game = { name: 'race', moves: {} }
    const client = Client({ game, matchID: match, multiplayer: SocketIO({ server: url }), debug: false })
    client.subscribe(state => state !== null && show(state.G))
    client.start()
  },
  async colyseus() {
    const { Client } = require('@colyseus/sdk')
    const room = await new Client(url).joinById(match)
    room.onStateChange.once(state => show(state.toJSON()))
  },
}

watch[peer]()
