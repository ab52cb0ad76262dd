// The race on boardgame.io: its own server, lobby, storage in memory and STRIP_SECRETS as playerView.

const { ActivePlayers, INVALID_MOVE, PlayerView } = require('boardgame.io/core')
const { Server } = require('boardgame.io/server')
const announce = require('./parent.cjs')
const { KINDS, act, deal } = require('./race.cjs')

const move = kind => ({ G, playerID }, payload) => {
  if (act(G, Number(playerID), kind, payload) !== null) return INVALID_MOVE
}

const race = {
  name: 'race',
  minPlayers: 2,
  maxPlayers: 2,
  setup: (_, setupData) => deal(setupData.seats),
  validateSetupData: setupData => (setupData?.seats?.length === 2 ? undefined : 'the deal is missing'),
  moves: Object.fromEntries(KINDS.map(kind => [kind, { move: move(kind), client: false }])),
  turn: { activePlayers: ActivePlayers.ALL },
  playerView: PlayerView.STRIP_SECRETS,
  disableUndo: true,
}

const server = Server({ games: [race], origins: [/127\.0\.0\.1/] })
server.run({ port: 0 }).then(({ appServer }) => announce(appServer.address().port))
