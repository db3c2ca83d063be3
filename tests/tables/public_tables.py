"""Tables of cards in shapes that people publish, made up by a seeded writer."""

import csv
import io
import random

WHO = "Ash Bramble Cinder Dusk Ember Fern Gale Hollow Iron Juniper Kestrel Lantern Mist Nettle Oak"
WHAT = (
    "Warden Dragon Fox Herald Smith Archer Weaver Golem Pilgrim Sprite Marshal Oracle Ranger Wolf"
)
PLACES = "Vale Spire Harbour Barrow Crossing Orchard Citadel Marsh"
ABILITIES = (
    "When {n} enters play, draw two cards, then discard a card.",
    "**Swift.** {n} may attack in the turn in which it enters play.",
    "{T}: Add {R} or {G}.",
    "Pay {2}: *{n}* gets +1/+1 until the end of the turn.",
    "At the start of your turn, each opponent with more cards than you discards one at random.",
    "{n} cannot be blocked by characters whose strength is 2 or less.",
    "As long as you control a Place, your other characters cost {1} less to play.",
    "Return a character that costs 3 or less from your discard pile to your hand.",
)
LORE = (
    "“We do not light the fires. We only keep them from going out.”",
    "The road remembers every foot that has walked it.",
    "“Count the ravens, then count the graves. The numbers agree too often.”",
    "",
    "Nobody has seen the far side twice.",
)


def trading_cards(rows=500, seed=1):
    """Return a set of trading cards as CSV: name, cost, type, rules with icons, art, copies."""
    random_ = random.Random(seed)
    text = io.StringIO()
    writer = csv.writer(text)
    heads = "Card Name,Cost,Type,Subtype,Rules Text,Strength,Health,Art,Copies,Flavour Text,Artist"
    writer.writerow(heads.split(","))
    names = [f"{a} {b}" for a in WHO.split() for b in WHAT.split()]
    names += [f"{b} of the {a} {c}" for a in WHO.split() for b in WHAT.split() for c in
              PLACES.split()]  # fmt: skip
    random_.shuffle(names)
    for number, name in enumerate(names[:rows], start=1):
        kind = random_.choice(["Character", "Character", "Character", "Event", "Item", "Place"])
        stats = [random_.randint(0, 9), random_.randint(1, 12)] if kind == "Character" else ["", ""]
        rules = random_.sample(ABILITIES, random_.choice([1, 1, 2, 2, 3]))
        writer.writerow([
            name, random_.randint(0, 10), kind,
            random_.choice(["Human", "Spirit", "Beast"]) if kind == "Character" else "",
            "\n".join(rule.replace("{n}", name) for rule in rules), *stats,
            f"art/{number:03}.png", random_.randint(1, 3), random_.choice(LORE), "A. Painter",
        ])  # fmt: skip
    return text.getvalue()


WORDS = """das Eichhörnchen;squirrel;Das Eichhörnchen sammelt Nüsse für den Winter.
die Straßenbahnhaltestelle;tram stop;An der Straßenbahnhaltestelle warten wir auf die Linie 5.
gemütlich;cosy, comfortable;Am Kamin ist es gemütlich.
der Löffel;spoon;
die Geschwindigkeitsbegrenzung;speed limit;Auf dieser Straße gilt eine Geschwindigkeitsbegrenzung.
verschieden;different, various;Es gibt verschiedene Möglichkeiten.
sich verabschieden;to say goodbye;Sie verabschiedet sich von ihren Gästen.
das Mädchen;girl;
„na ja“;“well …”;„Na ja“, sagte er – und ging.
"""


def vocabulary():
    """Return a list of words as a German spreadsheet writes it, with semicolons."""
    return "Deutsch;Englisch;Beispiel\n" + WORDS


def quests(rows=24, seed=3):
    """Return quests with many numbers as rows of a workbook."""
    random_ = random.Random(seed)
    made = [["ID", "Quest", "Region", "Level", "Danger", "Time", "Gold", "Renown", "Allies",
             "Success", "Task", "Repeatable"]]  # fmt: skip
    tasks = (
        "Escort the caravan to the coast before the storm breaks.",
        "Find out who poisons the wells.",
        "Hold the bridge for three rounds. Each round discard an ally or lose 2 renown.",
        "Bring the crown back.",
    )
    for number in range(1, rows + 1):
        made.append([
            f"Q{number:02}", f"The {random_.choice(WHO.split())} {random_.choice(PLACES.split())}",
            random_.choice(["North", "Coast", "Forest", "Mountains"]), random_.randint(1, 5),
            random_.randint(1, 20), random_.randint(1, 6), 50 * random_.randint(1, 20),
            random_.randint(0, 8), random_.randint(0, 4), random_.choice([0.25, 0.5, 0.75]),
            random_.choice(tasks), random_.random() < 0.3,
        ])  # fmt: skip
    return made
