// The words of the tour in its languages, beside those of the view.
const TELL = {
  en: {
    title: "How a chess program searches", chapters: "Chapters", earlier: "◀ Previous chapter", later: "Next chapter ▶",
    intro: "A guided tour in nine chapters and an appendix, an hour and a half in all. You need to know how the pieces move and nothing " +
      "about programming. Step through each picture with ▶ (or the arrow keys), then try the exercise.",
    check: "Check", whole: many => `Please write a whole number${many ? " into each field" : ""}.`, pickFirst: "Click in the picture first.",
    centipawns: "Centipawns",
    chance: (score, win, draw, loss, points) => `${score} centipawns: wins ${win}%, draws ${draw}%, losses ${loss}%. Expected score: ${points} points a game.`,
    algorithm: "Algorithm", order: "Order", sources: "Where the source does it",
    progress: (solved, all) => `${solved} of ${all} exercises solved.`,
  },
  de: {
    title: "Wie ein Schachprogramm sucht", chapters: "Kapitel", earlier: "◀ Voriges Kapitel", later: "Nächstes Kapitel ▶",
    intro: "Eine Führung in neun Kapiteln und einem Anhang, zusammen anderthalb Stunden. Du musst wissen, wie die Figuren ziehen, und nichts vom " +
      "Programmieren. Geh jedes Bild mit ▶ (oder den Pfeiltasten) durch und versuch dann die Übung.",
    check: "Prüfen", whole: many => `Bitte schreib ${many ? "in jedes Feld " : ""}eine ganze Zahl.`, pickFirst: "Klick zuerst ins Bild.",
    centipawns: "Hundertstelbauern",
    chance: (score, win, draw, loss, points) => `${score} Hundertstelbauern: ${win} % Siege, ${draw} % Remis, ${loss} % Niederlagen. Zu erwarten sind ${points} Punkte pro Partie.`,
    algorithm: "Algorithmus", order: "Reihenfolge", sources: "Wo der Quelltext das tut",
    progress: (solved, all) => `${solved} von ${all} Übungen gelöst.`,
  },
  ru: {
    title: "Как ищет шахматная программа", chapters: "Главы", earlier: "◀ Предыдущая глава", later: "Следующая глава ▶",
    intro: "Экскурсия из девяти глав с приложением, всего часа на полтора. Нужно знать, как ходят фигуры; программировать уметь не нужно. " +
      "Пройдите каждый рисунок по шагам кнопкой ▶ (или стрелками), затем решите упражнение.",
    check: "Проверить", whole: many => `Напишите целое число${many ? " в каждом поле" : ""}.`, pickFirst: "Сначала выберите на рисунке.",
    centipawns: "Сантипешки",
    chance: (score, win, draw, loss, points) => `${score} сантипешек: побед ${win} %, ничьих ${draw} %, поражений ${loss} %. Ожидается ${points} очка за партию.`,
    algorithm: "Алгоритм", order: "Порядок", sources: "Где это в исходном коде",
    progress: (solved, all) => `Решено упражнений: ${solved} из ${all}.`,
  },
};
