// Why a search does what it does, in the languages of the page. `chess` is the colour of MAX, none in a written tree: there
// the reader is MAX. `max` says of whom: MAX or MIN. Names of moves, numbers and windows are put in.
const isWhite = (chess, max) => max === (chess === "w");
const REASONS = {
  en: (() => {
    const who = (chess, max) => chess ? (isWhite(chess, max) ? "White" : "Black") : max ? "you" : "the opponent";
    const cap = (chess, max) => who(chess, max)[0].toUpperCase() + who(chess, max).slice(1);
    const verb = (chess, max, one, you) => `${who(chess, max)} ${!chess && max ? you : one}`;
    const more = max => max ? "more" : "less";
    return {
      bound: { "≤": "at most ", "≥": "at least " },
      at: name => `at ${name || "the root"}`,
      turn: (chess, max) => `${chess || !max ? cap(chess, max) + " is" : "You are"} to move.`,
      unknown: window => `Nothing is known yet, so the window is open on both sides: ${window}.`,
      given: window => `The question comes from above, with the window ${window}.`,
      tries: (chess, max, name) => `${chess ? cap(chess, max) + " plays" : max ? "You try" : "The opponent tries"} ${name}.`,
      again: (name, window) => `${name} has to be searched again, now with the window ${window}, to find its value.`,
      asks: (chess, max, name, [low, high], window) =>
        `The question is: is ${name} ${max ? `better than ${low}` : `better for ${who(chess, false)} than ${high}`}? The null window ${window} leaves room for yes or no only.`,
      means: (window, text) => `Window ${window}: ${text}.`,
      same: "the question is still the same", any: "any value is of interest",
      above: (chess, low) => `${verb(chess, true, "is", "are")} sure of ${low} elsewhere, so only more is of interest`,
      below: (chess, high) => `${who(chess, false)} can already hold ${who(chess, true)} to ${high}, so only less is of interest`,
      between: (low, high) => `only values between ${low} and ${high} are of interest`,
      here: (chess, max, value) => `Cut: here ${who(chess, true)} would get ${value} ${max ? "or more" : "at most"}.`,
      rest: where => `The other moves ${where} are skipped.`,
      answered: (max, [low, high]) => `The question was whether it is ${max ? `more than ${low}` : `less than ${high}`}, and the answer is yes.`,
      nullOnly: "Only the null window makes this cut: alpha-beta would look at them.",
      elsewhere: (chess, max, [low, high]) => (max ? `But ${who(chess, false)} can hold ${who(chess, true)} to ${high}` : `But ${verb(chess, true, "is", "are")} sure of ${low}`) +
        " by another move higher up, and will not let it come to this.",
      stops: (chess, max, value) => `${cap(chess, max)} stops here and takes what the evaluation says: ${value}.`,
      evaluates: (name, value) => `${name || "The root"}: the evaluation of the position says ${value}.`,
      leaf: (name, value) => `Leaf ${name} is worth ${value}.`,
      table: (name, value) => `${name}: the table knows this position from another order of moves. It is worth ${value}, and nothing below it is searched.`,
      mate: name => `${name} is mate.`, stalemate: name => `${name} is stalemate, a draw.`,
      worth: (name, value) => `${name || "The root"} is worth ${value}.`,
      over: line => "The search is finished." + (line ? ` Best play for both sides: ${line}.` : ""),
      firstValue: where => `It is the first value ${where}.`,
      prefers: (chess, max, before, where) => `That is ${more(max)} than ${before}, so ${verb(chess, max, "prefers", "prefer")} it ${where}.`,
      keeps: (chess, max, before, where) => `${cap(chess, max)} ${!chess && max ? "have" : "has"} ${before} ${where}, so nothing changes.`,
      yes: (max, bar, name) => `So yes, it is ${more(max)} than ${bar}. How much ${more(max)}, a null window cannot tell: ${name} will be searched again.`,
      no: (max, bar, name) => `So no, it is not ${more(max)} than ${bar}. That is all we had to know about ${name}.`,
      nothing: (max, bar, where) => `That is not ${more(max)} than ${bar}: nothing changes ${where}.`,
      shut: where => `The window ${where} is closed.`,
      best: (where, window) => `The best so far ${where}: its window is now ${window}.`,
    };
  })(),
  de: (() => {
    const who = (chess, max) => chess ? (isWhite(chess, max) ? "Weiß" : "Schwarz") : max ? "du" : "der Gegner";
    const whom = (chess, max) => chess ? who(chess, max) : max ? "dich" : "den Gegner";
    const cap = (chess, max) => who(chess, max)[0].toUpperCase() + who(chess, max).slice(1);
    const more = max => max ? "mehr" : "weniger";
    return {
      bound: { "≤": "höchstens ", "≥": "mindestens " },
      at: name => name ? `bei ${name}` : "an der Wurzel",
      turn: (chess, max) => `${cap(chess, max)} ${!chess && max ? "bist" : "ist"} am Zug.`,
      unknown: window => `Noch ist nichts bekannt, also ist das Fenster nach beiden Seiten offen: ${window}.`,
      given: window => `Die Frage kommt von oben, mit dem Fenster ${window}.`,
      tries: (chess, max, name) => `${cap(chess, max)} ${chess ? "spielt" : max ? "versuchst" : "versucht"} ${name}.`,
      again: (name, window) => `${name} muss noch einmal durchsucht werden, jetzt mit dem Fenster ${window}, um den Wert zu finden.`,
      asks: (chess, max, name, [low, high], window) =>
        `Die Frage lautet: Ist ${name} ${max ? `besser als ${low}` : `für ${whom(chess, false)} besser als ${high}`}? Das Nullfenster ${window} lässt nur Platz für Ja oder Nein.`,
      means: (window, text) => `Fenster ${window}: ${text}.`,
      same: "Die Frage ist noch dieselbe", any: "Jeder Wert ist von Interesse",
      above: (chess, low) => `${chess ? cap(chess, true) + " hat" : "Du hast"} anderswo ${low} sicher, also ist nur mehr von Interesse`,
      below: (chess, high) => `${cap(chess, false)} kann ${whom(chess, true)} schon bei ${high} halten, also ist nur weniger von Interesse`,
      between: (low, high) => `Nur Werte zwischen ${low} und ${high} sind von Interesse`,
      here: (chess, max, value) => `Schnitt: Hier ${chess ? "bekäme " + cap(chess, true) : "bekämst du"} ${max ? "mindestens" : "höchstens"} ${value}.`,
      rest: where => `Die anderen Züge ${where} werden ausgelassen.`,
      answered: (max, [low, high]) => `Die Frage war, ob es ${max ? `mehr als ${low}` : `weniger als ${high}`} ist, und die Antwort ist Ja.`,
      nullOnly: "Nur das Nullfenster erlaubt diesen Schnitt: Alpha-Beta würde sie ansehen.",
      elsewhere: (chess, max, [low, high]) => (max ? `Aber ${who(chess, false)} kann ${whom(chess, true)} weiter oben mit einem anderen Zug bei ${high} halten`
        : `Aber ${chess ? cap(chess, true) + " hat" : "du hast"} weiter oben mit einem anderen Zug ${low} sicher`) + " und lässt es nicht dazu kommen.",
      stops: (chess, max, value) => `${cap(chess, max)} hält hier an und nimmt, was die Bewertung sagt: ${value}.`,
      evaluates: (name, value) => `${name || "Die Wurzel"}: Die Bewertung der Stellung ist ${value}.`,
      leaf: (name, value) => `Blatt ${name} ist ${value} wert.`,
      table: (name, value) => `${name}: Die Tabelle kennt diese Stellung aus einer anderen Zugfolge. Sie ist ${value} wert, und darunter wird nichts durchsucht.`,
      mate: name => `${name} ist matt.`, stalemate: name => `${name} ist patt, also remis.`,
      worth: (name, value) => `${name || "Die Wurzel"} ist ${value} wert.`,
      over: line => "Die Suche ist zu Ende." + (line ? ` Bestes Spiel beider Seiten: ${line}.` : ""),
      firstValue: where => `Das ist der erste Wert ${where}.`,
      prefers: (chess, max, before, where) => `Das ist ${more(max)} als ${before}, also ${chess ? `zieht ${who(chess, max)}` : max ? "ziehst du" : "zieht der Gegner"} es ${where} vor.`,
      keeps: (chess, max, before, where) => `${cap(chess, max)} ${!chess && max ? "hast" : "hat"} ${where} schon ${before}, also ändert sich nichts.`,
      yes: (max, bar, name) => `Also ja, es ist ${more(max)} als ${bar}. Wie viel ${more(max)}, kann ein Nullfenster nicht sagen: ${name} wird noch einmal durchsucht.`,
      no: (max, bar, name) => `Also nein, es ist nicht ${more(max)} als ${bar}. Mehr mussten wir über ${name} nicht wissen.`,
      nothing: (max, bar, where) => `Das ist nicht ${more(max)} als ${bar}: ${where[0].toUpperCase() + where.slice(1)} ändert sich nichts.`,
      shut: where => `Das Fenster ${where} ist zu.`,
      best: (where, window) => `Das Beste bisher ${where}: Das Fenster ist jetzt ${window}.`,
    };
  })(),
  ru: (() => {
    const of = (chess, max) => chess ? (isWhite(chess, max) ? "белых" : "чёрных") : max ? "вас" : "соперника";
    const Who = (chess, max) => chess ? (isWhite(chess, max) ? "Белые" : "Чёрные") : max ? "Вы" : "Соперник";
    const more = max => max ? "больше" : "меньше";
    const who = (chess, max) => Who(chess, max)[0].toLowerCase() + Who(chess, max).slice(1);
    return {
      bound: { "≤": "не больше ", "≥": "не меньше " },
      at: name => name ? `в узле ${name}` : "в корне",
      turn: (chess, max) => chess || !max ? `Ход ${of(chess, max)}.` : "Ваш ход.",
      unknown: window => `Пока ничего не известно, поэтому окно открыто с обеих сторон: ${window}.`,
      given: window => `Вопрос пришёл сверху, с окном ${window}.`,
      tries: (chess, max, name) => `${Who(chess, max)} ${chess ? "играют" : max ? "пробуете" : "пробует"} ${name}.`,
      again: (name, window) => `${name} надо искать повторно, теперь с окном ${window}, чтобы найти оценку.`,
      asks: (chess, max, name, [low, high], window) =>
        `Вопрос: ${max ? `лучше ли ${name}, чем ${low}` : `лучше ли ${name} для ${of(chess, false)}, чем ${high}`}? Нулевое окно ${window} оставляет место только для «да» или «нет».`,
      means: (window, text) => `Окно ${window}: ${text}.`,
      same: "вопрос всё тот же", any: "интересна любая оценка",
      above: (chess, low) => `у ${of(chess, true)} в другом месте обеспечено ${low}, интересно только большее`,
      below: (chess, high) => `${who(chess, false)} уже ${chess ? "могут" : "может"} удержать ${of(chess, true)} на ${high}, интересно только меньшее`,
      between: (low, high) => `интересны только оценки между ${low} и ${high}`,
      here: (chess, max, value) => `Отсечение: здесь у ${of(chess, true)} было бы ${max ? "не меньше" : "не больше"} ${value}.`,
      rest: where => `Остальные ходы ${where} пропускаются.`,
      answered: (max, [low, high]) => `Вопрос был, ${max ? `больше ли это, чем ${low}` : `меньше ли это, чем ${high}`}, и ответ — да.`,
      nullOnly: "Это отсечение возможно только благодаря нулевому окну: альфа-бета просмотрела бы их.",
      elsewhere: (chess, max, [low, high]) => max
        ? `Но ${who(chess, false)} ${chess ? "могут" : "может"} удержать ${of(chess, true)} на ${high} другим ходом выше и этого не ${chess ? "допустят" : "допустит"}.`
        : `Но у ${of(chess, true)} другим ходом выше уже обеспечено ${low}, и до этого дело не дойдёт.`,
      stops: (chess, max, value) => `${Who(chess, max)} здесь ${chess ? "останавливаются и берут" : "останавливается и берёт"} то, что говорит оценочная функция: ${value}.`,
      evaluates: (name, value) => `${name || "Корень"}: оценка позиции ${value}.`,
      leaf: (name, value) => `Лист ${name}: ${value}.`,
      table: (name, value) => `${name}: таблица знает эту позицию из другого порядка ходов. Её оценка ${value}, и ниже ничего не ищется.`,
      mate: name => `${name}: мат.`, stalemate: name => `${name}: пат, ничья.`,
      worth: (name, value) => `${name || "Корень"}: оценка ${value}.`,
      over: line => "Поиск закончен." + (line ? ` Лучшая игра обеих сторон: ${line}.` : ""),
      firstValue: where => `Это первая оценка ${where}.`,
      prefers: (chess, max, before, where) => `Это ${more(max)}, чем ${before}, и ${who(chess, max)} ${chess ? "предпочитают" : max ? "предпочитаете" : "предпочитает"} этот ход ${where}.`,
      keeps: (chess, max, before, where) => `У ${of(chess, max)} ${where} уже есть ${before}, ничего не меняется.`,
      yes: (max, bar, name) => `Итак, да: это ${more(max)}, чем ${bar}. Насколько ${more(max)}, нулевое окно сказать не может: ${name} надо искать повторно.`,
      no: (max, bar, name) => `Итак, нет: это не ${more(max)}, чем ${bar}. Больше о ${name} знать не нужно.`,
      nothing: (max, bar, where) => `Это не ${more(max)}, чем ${bar}: ${where} ничего не меняется.`,
      shut: where => `Окно ${where} закрыто.`,
      best: (where, window) => `Лучшее до сих пор ${where}: окно теперь ${window}.`,
    };
  })(),
};
const viewWords = language => ({ ...WORDS[language], reasons: REASONS[language] });
