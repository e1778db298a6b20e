// The peer's server with its default store, which is memory, on a free port of this machine alone.
'use strict';
const { Server, Origins } = require('boardgame.io/server');
const { Trick } = require('./game.js');

const server = Server({ games: [Trick], origins: [Origins.LOCALHOST] });
server.run({ port: { port: Number(process.env.PORT), host: '127.0.0.1' }, callback: () => console.log('up') });
