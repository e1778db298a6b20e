// The director with a clock of our own: what is on the table, what has been told, when it goes on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Director, type Moment, type Pace } from "../src/director/director.ts";

class World {
  now = 0;
  pace: Pace = "normal";
  hidden = false;
  told: number[] = [];
  waiting: { at: number; work: () => void; id: number }[] = [];
  private next = 0;
  director = new Director({
    after: (ms, work) => {
      this.waiting.push({ at: this.now + ms, work, id: ++this.next });
      return this.next;
    },
    cancel: (id) => (this.waiting = this.waiting.filter((one) => one.id !== id)),
    pace: () => this.pace,
    hidden: () => this.hidden,
    rest: (moment) => moment.ms ?? 1000,
    tell: (fresh) => this.told.push(...fresh.map((moment) => moment.id)),
    changed: () => {},
  });

  pass(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const due = this.waiting.filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.waiting = this.waiting.filter((one) => one !== due);
      this.now = due.at;
      due.work();
    }
    this.now = end;
  }

  add(...ids: number[]): void {
    this.director.add(ids.map((id) => moment(id)));
  }
}

const moment = (id: number): Moment => ({ id, version: Math.floor(id / 10), last: id % 10 === 9, view: {}, note: null, events: [{ key: "told", facts: {} }], acting: [], before: null, update: {} as Moment["update"] });

test("moments follow each other, each after the rest of the one before", () => {
  const world = new World();
  world.add(10, 11, 19);
  assert.equal(world.director.moment?.id, 10);
  world.pass(999);
  assert.equal(world.director.moment?.id, 10);
  world.pass(1);
  assert.equal(world.director.moment?.id, 11);
  assert.equal(world.director.settled, false);
  world.pass(1000);
  assert.equal(world.director.settled, true);
  assert.deepEqual(world.told, [10, 11, 19]);
});

test("nothing is told before it is on the table", () => {
  const world = new World();
  world.add(10, 19);
  world.add(20, 29);
  assert.deepEqual(world.told, [10]);
  world.pass(1000);
  assert.deepEqual(world.told, [10, 19]);
});

for (const [pace, ms] of [["slow", 1900], ["fast", 450]] as const)
  test(`at a ${pace} pace a moment rests ${ms} of 1000`, () => {
    const world = new World();
    world.pace = pace;
    world.add(10, 19);
    world.pass(ms - 1);
    assert.equal(world.director.moment?.id, 10);
    world.pass(1);
    assert.equal(world.director.moment?.id, 19);
  });

test("at once, and on a hidden page, the present is there immediately and everything has been told", () => {
  for (const set of [(w: World) => (w.pace = "none"), (w: World) => (w.hidden = true)]) {
    const world = new World();
    set(world);
    world.add(10, 11, 19);
    assert.equal(world.director.settled, true);
    assert.deepEqual(world.told, [10, 11, 19]);
  }
});

test("by touch every moment waits, and acting goes to the present", () => {
  const world = new World();
  world.pace = "touch";
  world.add(10, 11, 12, 19);
  world.pass(60_000);
  assert.equal(world.director.moment?.id, 10);
  world.director.touch();
  assert.equal(world.director.moment?.id, 11);
  world.director.catchUp();
  assert.equal(world.director.settled, true);
  world.add(20, 29);
  assert.equal(world.director.moment?.id, 20, "after acting the next moment comes by itself");
});

test("by touch a picture that tells nothing more comes by itself", () => {
  const world = new World();
  world.pace = "touch";
  world.director.add([moment(10), { ...moment(19), events: [] }]);
  assert.equal(world.director.moment?.id, 10);
  world.pass(1000);
  assert.equal(world.director.settled, true);
});

test("a touch at any other pace goes to the present", () => {
  const world = new World();
  world.add(10, 11, 19);
  world.director.touch();
  assert.equal(world.director.moment?.id, 19);
});

test("held, the story stops; released, it goes on", () => {
  const world = new World();
  world.add(10, 19);
  world.director.hold();
  world.pass(60_000);
  assert.equal(world.director.moment?.id, 10);
  world.director.release();
  world.pass(1000);
  assert.equal(world.director.moment?.id, 19);
});

test("again plays a version once more, tells nothing twice and ends in the present", () => {
  const world = new World();
  world.add(19, 20, 29, 39);
  world.pass(9000);
  const told = [...world.told];
  world.director.playAgain(2);
  assert.equal(world.director.moment?.id, 20);
  assert.equal(world.director.settled, false);
  world.pass(3000);
  assert.equal(world.director.moment?.id, 39);
  assert.deepEqual(world.told, told);
});

test("stepped back, the past stays a while and gives way to the present by itself", () => {
  const world = new World();
  world.add(19, 29, 39);
  world.pass(9000);
  world.director.step(-1);
  world.director.step(-1);
  assert.equal(world.director.moment?.id, 19);
  world.add(49);
  world.pass(5000);
  assert.equal(world.director.moment?.id, 19, "news does not pull anybody away");
  assert.deepEqual(world.told, [19, 29, 39]);
  world.pass(6000);
  assert.equal(world.director.moment?.id, 49);
  assert.equal(world.director.settled, true);
});

test("far behind, rests are halved; too far behind, nobody is following", () => {
  const world = new World();
  world.add(...Array.from({ length: 20 }, (_, i) => 10 + i));
  world.pass(500);
  assert.equal(world.director.moment?.id, 11);
  const lost = new World();
  lost.add(...Array.from({ length: 80 }, (_, i) => 10 + i));
  assert.equal(lost.director.waiting, 0);
});

test("a pause holds until it is taken back", () => {
  const world = new World();
  world.add(10, 11, 19);
  world.director.pause();
  world.pass(60_000);
  assert.equal(world.director.moment?.id, 10);
  world.director.pause();
  assert.equal(world.director.moment?.id, 11);
});
