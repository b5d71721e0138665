// Recomputes the dice of a replay from what its page says of them, step by step as the page says it (docs/dice.md).
import { createCipheriv, createHmac } from 'node:crypto';

const hmac = (key, ...parts) => createHmac('sha256', key).update(Buffer.concat(parts)).digest();
const text = (it) => Buffer.from(it, 'utf8');
const bytes = (hex) => Buffer.from(hex, 'hex');

// The key of an exchange; `salts` are pairs of a side's word and its salt, in the order in which they are hashed.
export function exchangeKey(seed, genesis, exchange, salts) {
  const number = Buffer.alloc(4);
  number.writeUInt32BE(exchange);
  const opened = salts.flatMap(([side, salt]) => [Buffer.from([side.length]), text(side), bytes(salt)]);
  return hmac(bytes(seed), text('sealord/exchange-key/v1\0'), bytes(genesis), number, Buffer.from([salts.length]), ...opened);
}

// The first bytes of a roll.
function stream(key, label, length) {
  const rollKey = hmac(key, text('sealord/roll/v1\0'), text(label));
  return createCipheriv('chacha20', rollKey, Buffer.alloc(16)).update(Buffer.alloc(length));
}

// So many six-sided dice.
export function dice(key, label, many) {
  return [...stream(key, label, 64 + 4 * many)].filter((it) => it < 252).slice(0, many).map((it) => (it % 6) + 1);
}

// So many things in a new order.
export function shuffle(key, label, many) {
  const all = Array.from({ length: many }, (_, at) => at);
  const drawn = stream(key, label, 64 + 16 * many);
  let next = 0;
  for (let place = many - 1; place > 0; place -= 1) {
    const below = place + 1;
    let number;
    do {
      number = drawn.readUInt32LE(next);
      next += 4;
    } while (number >= 2 ** 32 - (2 ** 32 % below));
    const other = number % below;
    [all[place], all[other]] = [all[other], all[place]];
  }
  return all;
}
