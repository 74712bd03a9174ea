// What somebody has practised, kept in their own browser: right and wrong by family, the time taken, and what to practise more.

const KEY = "banca-trainer";
/** A mistake weighs so much; each right answer takes one off. */
const MISTAKE = 3;

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null") ?? {};
  } catch {
    return {};
  }
}

/** How often each game was marked, and how often right. */
export function practised() {
  return Object.fromEntries(Object.entries(read().games ?? {}).map(([game, families]) => {
    const all = Object.values(families);
    return [game, { right: all.reduce((sum, one) => sum + one.right, 0), asked: all.reduce((sum, one) => sum + one.asked, 0) }];
  }));
}

/** The record of one game, and what was set last. */
export class Record {
  constructor(game, most) {
    this.game = game;
    this.most = most;
    this.session = { right: 0, asked: 0, streak: 0, best: 0, seconds: 0 };
  }

  get families() {
    return read().games?.[this.game] ?? {};
  }

  get settings() {
    return read().settings ?? {};
  }

  keep(settings) {
    this.write((all) => { all.settings = { ...all.settings, ...settings }; });
  }

  /** One marked exercise; the time is shared out among its bets. */
  add(marks, seconds) {
    this.write((all) => {
      const families = (all.games ??= {})[this.game] ??= {};
      for (const { family, is_right: isRight } of marks) {
        const one = families[family] ??= { right: 0, asked: 0, seconds: 0, trouble: 0 };
        one.asked += 1;
        one.right += isRight ? 1 : 0;
        one.seconds += seconds / marks.length;
        one.trouble = isRight ? Math.max(0, one.trouble - 1) : Math.min(this.most - 1, one.trouble + MISTAKE);
      }
    });
    const session = this.session;
    session.seconds += seconds;
    for (const { is_right: isRight } of marks) {
      session.asked += 1;
      session.right += isRight ? 1 : 0;
      session.streak = isRight ? session.streak + 1 : 0;
      session.best = Math.max(session.best, session.streak);
    }
  }

  /** How much each family is to be practised, from 2 up; those that are no trouble are left out. */
  get weights() {
    const wanted = Object.entries(this.families).filter(([, one]) => one.trouble > 0);
    return Object.fromEntries(wanted.map(([family, one]) => [family, Math.min(this.most, 1 + one.trouble)]));
  }

  forget() {
    this.write((all) => { delete all.games?.[this.game]; });
    this.session = { right: 0, asked: 0, streak: 0, best: 0, seconds: 0 };
  }

  write(change) {
    const all = read();
    change(all);
    try {
      localStorage.setItem(KEY, JSON.stringify(all));
    } catch {
      // a browser that keeps nothing: the session goes on without
    }
  }
}
