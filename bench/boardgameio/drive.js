// N matches of four scripted clients over socket.io, WebSocket transport only. The seat to move plays its first legal card as
// soon as all four clients have the last state. Prints one JSON line. Usage: node drive.js PORT MATCHES WARM SECONDS PID WARM_MOVES
'use strict';
const fs = require('fs');
const { LobbyClient } = require('boardgame.io/client');
const { io } = require('socket.io-client');
const { Trick, legal } = require('./game.js');

const [port, matches, warm, seconds, pid, warmMoves] = process.argv.slice(2).map(Number);
const url = `http://127.0.0.1:${port}`;
const lobby = new LobbyClient({ server: url });
const delays = [];
let recording = false;
let stopping = false;
let soFar = 0;

function cpuSeconds() {
  const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

class Match {
  constructor(id, credentials) {
    this.id = id;
    this.credentials = credentials;
    this.states = [null, null, null, null];
    this.version = -1;
    this.over = new Promise((resolve) => { this.finish = resolve; });
    this.sockets = credentials.map((secret, seat) => this.connect(seat, secret));
  }

  connect(seat, secret) {
    const socket = io(`${url}/${Trick.name}`, { transports: ['websocket'], forceNew: true });
    socket.on('connect', () => socket.emit('sync', this.id, String(seat), secret, 4));
    socket.on('sync', (_, info) => this.heard(seat, info.state));
    socket.on('update', (_, state) => this.heard(seat, state));
    return socket;
  }

  heard(seat, state) {
    this.states[seat] = state;
    const ids = this.states.map((s) => (s ? s._stateID : -1));
    if (Math.min(...ids) !== Math.max(...ids) || ids[0] <= this.version) return;
    this.version = ids[0];
    soFar += 1;
    if (this.sentAt && recording) delays.push(performance.now() - this.sentAt);
    if (state.ctx.gameover || stopping) {
      this.sockets.forEach((socket) => socket.close());
      this.finish();
    } else this.act();
  }

  act() {
    const seat = Number(this.states[0].ctx.currentPlayer);
    const { G, _stateID } = this.states[seat];
    const playerID = String(seat);
    const payload = { type: 'play', args: [legal(G.hand[seat], G.trick)[0]], playerID, credentials: this.credentials[seat] };
    this.sentAt = performance.now();
    this.sockets[seat].emit('update', { type: 'MAKE_MOVE', payload }, _stateID, this.id, playerID);
  }
}

async function lane() {
  while (!stopping) {
    const { matchID } = await lobby.createMatch(Trick.name, { numPlayers: 4 });
    const credentials = [];
    for (let seat = 0; seat < 4; seat += 1) {
      const joined = await lobby.joinMatch(Trick.name, matchID, { playerID: String(seat), playerName: `P${seat}` });
      credentials.push(joined.playerCredentials);
    }
    await new Match(matchID, credentials).over;
  }
}

const wait = (s) => new Promise((resolve) => { setTimeout(resolve, s * 1000); });
const quantile = (share) => delays.sort((a, b) => a - b)[Math.floor(share * delays.length)];

(async () => {
  for (let i = 0; i < matches; i += 1) lane();
  await wait(warm);
  while (soFar < warmMoves) await wait(0.1);
  const cpu = cpuSeconds();
  const began = performance.now();
  recording = true;
  await wait(seconds);
  recording = false;
  const took = (performance.now() - began) / 1000;
  const used = cpuSeconds() - cpu;
  const moves = delays.length;
  console.log(JSON.stringify({
    server: 'boardgame.io', tables: matches, moves, moves_per_second: Math.round(moves / took),
    moves_per_cpu_second: Math.round(moves / used), p50_ms: quantile(0.5), p99_ms: quantile(0.99), server_cpu: used / took,
  }));
  process.exit(0);
})();
