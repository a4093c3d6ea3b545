"""The rules of The Lost Mines for people: every rule of `docs/rules/lost_mines.md`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.learn import FIRST_BY_LOT, PATH, Chapter, Rule, Rulebook, RuleTable
from games.kinds.lost_mines.rules import cards
from games.kinds.lost_mines.rules.state import OPTIONS, PLAYERS

ROUNDS: Final = next(option for option in OPTIONS if option.name == "rounds").values
KINDS: Final = {"gems": _("Gems"), "gold": _("Gold"), "silver": _("Silver")}


def _of_each_clan(character: str) -> Callable[[int], int]:
    return lambda players: cards.dwarf_pool(players).count((cards.CLANS[0], character))


VALUES: Final = RuleTable(
    _("Treasures and their values"),
    (_("Kind"), _("Values")),
    tuple((KINDS[kind], ", ".join(map(str, values))) for kind, values in cards.TREASURES.items()),
)
DWARFS: Final = RuleTable.by(
    _("Dwarf cards by number of players"),
    _("Players"),
    PLAYERS,
    (_("Loyal, for each clan"), _of_each_clan(cards.LOYAL)),
    (_("Selfish, for each clan"), _of_each_clan(cards.SELFISH)),
    (_("Saboteurs, for each clan"), _of_each_clan(cards.SABOTEUR)),
    (_("Left over, unseen"), lambda players: len(cards.dwarf_pool(players)) - players),
)
DEALT: Final = RuleTable.by(
    _("Cards by number of players"),
    _("Players"),
    PLAYERS,
    (_("Hand"), lambda players: cards.HAND[players]),
    (_("Stock"), lambda players: len(cards.deck()) - cards.ASIDE - players * cards.HAND[players]),
)
SETTING_UP: Final = Chapter(
    "setting-up",
    _("Setting up"),
    L1=Rule(
        _("Players and rounds"),
        _(
            "From %(fewest)s to %(most)s can play. A game has %(rounds)s rounds, or more if the "
            "table wants."
        ),
        values={"fewest": min(PLAYERS), "most": max(PLAYERS), "rounds": ROUNDS[0]},
        options=("rounds",),
        shows=_("A first round for four."),
    ),
    L2=Rule(
        _("Mines and starts"),
        _(
            "%(mines)s mines are shuffled and laid face down on their cells, the start of each "
            "clan face up on its own."
        ),
        values={"mines": len(cards.MINES)},
        cards=("mine", "start"),
        shows=_("The board before the first card."),
    ),
    L3=Rule(
        _("Treasures"),
        _(
            "Of %(all)s treasures, shuffled, as many are laid out as there are players. The back "
            "shows the kind: gems, gold or silver. The front shows the value. The rest is out of "
            "this round. They are numbered, and a treasure keeps its number."
        ),
        values={"all": len(cards.treasure_pile())},
        tables=(VALUES,),
        cards=("treasure",),
        shows=_("Three players, three treasures."),
    ),
    L4=Rule(
        _("Dwarf cards"),
        _(
            "Everybody is dealt one. All see which clan you belong to. Whether you are loyal, "
            "selfish or a saboteur stays secret until the round ends. Cards left over stay unseen."
        ),
        tables=(DWARFS,),
        cards=("dwarf",),
        shows=_("You know yourself; of the others you see the clan."),
    ),
    L5=Rule(
        _("Where dwarfs begin"),
        _("Your dwarf stands on the start of your clan."),
        cards=("figure",),
        shows=_("Each stands with their clan."),
    ),
    L6=Rule(
        _("The deal"),
        _(
            "%(paths)s path cards and %(actions)s action cards are shuffled together. %(aside)s "
            "are set aside unseen, everybody is dealt a hand, the rest is the stock."
        ),
        values={
            "paths": sum(cards.PATHS.values()),
            "actions": sum(cards.ACTIONS.values()),
            "aside": cards.ASIDE,
        },
        tables=(DEALT,),
        shows=_("Seven players: four cards each."),
    ),
    L7=FIRST_BY_LOT,
)
TURN: Final = Chapter(
    "turn",
    _("Your turn"),
    L8=Rule(
        _("A card, a walk, a draw"),
        _(
            "First lay a path card, play an action card, or pass and discard one or two cards. "
            "Then your dwarf goes up to %(steps)s cards, or stays. Then draw one card, or as many "
            "as you discarded."
        ),
        values={"steps": cards.STEPS},
        refusals=("not-your-turn", "wrong-phase", "unknown-card", "not-in-hand"),
    ),
    L9=Rule(
        _("Out without cards"),
        _(
            "When the stock is empty nothing is drawn. Whoever has no card in hand when their turn "
            "begins is out of the round: no card, no walk, no more treasure."
        ),
    ),
)
PATH_CARDS: Final = Chapter(
    "path-cards",
    _("Laying paths"),
    L10=Rule(
        _("Where a card may lie"),
        _(
            "On an empty cell of the board next to a start, a path card or a mine that lies face "
            "up. Every side must fit, opening to opening and wall to wall, and the card must "
            "lengthen a path: one of its openings meets an opening. Whose path it is does not "
            "matter, nor where your dwarf stands."
        ),
        _(
            "It lies upright or after a half turn, never crosswise. Openings may point off the "
            "board."
        ),
        refusals=(
            "off-board", "occupied", "no-neighbour", "does-not-fit", "extends-nothing",
        ),
        cards=(PATH,),
    ),
    L11=Rule(
        _("Next to a mine that lies face down"),
        _("It fits anything, but you cannot build on from it."),
    ),
    L12=Rule(
        _("Obstacles, plateaus, campfires"),
        _(
            "Logs, a lake or a ravine: no dwarf enters or passes until the obstacle is overcome. A "
            "rock plateau holds one dwarf; while somebody stands there nobody else enters or "
            "passes. From a campfire you may go up to %(steps)s cards, if your walk begins there."
        ),
        values={"steps": cards.STEPS_FROM_CAMPFIRE},
        cards=("logs", "lake", "ravine", "plateau", "campfire"),
    ),
)  # fmt: skip
ACTION_CARDS: Final = Chapter(
    "action-cards",
    _("Action cards"),
    L13=Rule(
        _("Axe, boat and rope"),
        _(
            "They overcome logs, a lake and a ravine, for everybody and for good: the token goes "
            "on one such card, wherever it lies. It must not be overcome already. From then on the "
            "card holds one dwarf, and nobody passes while somebody stands there."
        ),
        refusals=("nothing-there", "no-obstacle", "already-overcome"),
        cards=(
            "axe", "boat", "rope", "token-axe", "token-boat", "token-rope",
        ),
    ),
    L14=Rule(
        _("Scouts"),
        _(
            "Each scout shows two of three things: a mine that lies face down, a treasure nobody "
            "has taken, the character of another player. Look at one of the two in secret. All see "
            "at what you looked, only you see what it is. If neither can be looked at, the card "
            "cannot be played."
        ),
        refusals=("already-face-up",),
        cards=("scout",),
    ),
    L15=Rule(
        _("Trap"),
        _(
            "Its token goes on the joint between two cards that meet with openings, also towards a "
            "mine that lies face down; or on an opening towards an empty cell of the board. One "
            "token a joint. It stays there."
        ),
        _(
            "Each time a dwarf passes, its player loses a card of their hand at once, by lot and "
            "unseen, and gets none for it. An empty hand loses nothing."
        ),
        refusals=("no-token-left", "joint-taken", "no-path"),
        cards=("trap", "token-trap"),
    ),
    L16=Rule(
        _("Troll"),
        _(
            "Goes where a trap may go, and lets no dwarf pass, not even yours, until your next "
            "turn begins: then it goes. If you are out of the round by then, it goes when your "
            "turn would have begun."
        ),
        refusals=("no-troll",),
        cards=("troll", "token-troll"),
    ),
    L17=Rule(
        _("Building past a token"),
        _("A path card may be laid at an end that bears a trap or a troll."),
    ),
    L18=Rule(
        _("Storm"),
        _(
            "Takes a path card off the board on which no dwarf stands, with the tool on it. Never "
            "a start or a mine. A trap or troll at its side goes only if no open card is left on "
            "either side of it; a mine that lies face down does not count. With a troll its card "
            "goes too."
        ),
        refusals=("cannot-remove", "dwarf-there"),
        cards=("storm",),
    ),
    L19=Rule(
        _("Passing"),
        _("Discard one or two cards face down. Your dwarf may walk all the same."),
        refusals=("wrong-count",),
    ),
)  # fmt: skip


WALKING: Final = Chapter(
    "walking",
    _("Walking"),
    L20=Rule(
        _("How a dwarf walks"),
        _(
            "Up to %(steps)s cards, %(far)s from a campfire, from card to card where openings "
            "meet. The ways on a card all join in its middle, and a dwarf may turn back. Obstacles "
            "that are not overcome, a plateau or an overcome obstacle where somebody stands, and "
            "trolls let nobody through. All other cards hold and let pass any number of dwarfs."
        ),
        values={"steps": cards.STEPS, "far": cards.STEPS_FROM_CAMPFIRE},
        refusals=("blocked", "too-far", "not-adjacent"),
    ),
    L21=Rule(
        _("Reaching a mine"),
        _(
            "The first dwarf to reach a mine, through an opening that faces it, turns it over and "
            "stops there. What it gives is given at once."
        ),
        _(
            "It is laid so that it fits all open neighbours. Where it fits both ways and they "
            "differ, you choose. Where it fits neither way, it lies so that your path enters it; "
            "if both do, you choose."
        ),
    ),
    L22=Rule(
        _("Taking treasure"),
        _(
            "If your walk ends on a treasure mine you take one treasure of its kind, if any is "
            "left: the one you name, or one by lot. You know its value, the others only the kind. "
            "At the end of each later turn on which you are still there you may take one more."
        ),
        refusals=("wrong-choice",),
        cards=("mine-gems", "mine-gold", "mine-silver", "token-gems", "token-gold", "token-silver"),
    ),
    L23=Rule(
        _("The dragon"),
        _(
            "Whoever turns its mine over takes the dragon along: %(cost)s points less at the end "
            "of the round. From then on the mine is a path card like any other, to walk on and to "
            "build on; only a storm cannot take it."
        ),
        values={"cost": cards.DRAGON_COSTS},
        cards=("mine-dragon", "token-dragon"),
    ),
)
END_OF_ROUND: Final = Chapter(
    "end-of-round",
    _("End of the round"),
    L24=Rule(
        _("When a round ends"),
        _(
            "At once when all treasures are taken, or when the stock and all hands are empty: "
            "whoever played the last card of all walks no more, and a walk ends where a trap takes "
            "the last card."
        ),
        _(
            "Or by common consent, for instance when no mine can be reached any more. In your own "
            "turn, before your card and once a round, you may propose it. The others answer "
            "whenever they like while play goes on. When all who are still in the round agree it "
            "is over at once. A refusal ends the proposal, and so does your next turn."
        ),
    ),
    L25=Rule(
        _("Points"),
        _(
            "Characters are shown. The selfish score the value of their own treasures. All others "
            "work for a clan: the loyal for their own, saboteurs for the other. A clan adds up its "
            "treasures and shares the points evenly."
        ),
        _(
            "What cannot be shared goes to whoever brought the most valuable treasure of the clan. "
            "If several did, they share it evenly, and what is left then is lost."
        ),
    ),
    L26=Rule(
        _("The dragon eats"),
        _(
            "Whoever has the dragon gives up %(cost)s of the points won in this round, or what "
            "there is if less."
        ),
        values={"cost": cards.DRAGON_COSTS},
    ),
    L27=Rule(
        _("A whole example"),
        _(
            "Six players. Two loyal yellows share 8 points: 4 each. Two loyal blues and the yellow "
            "saboteur share 8: 2 each, and the 2 left over go to the saboteur, who brought a "
            "treasure of 4. One of these blues has the dragon: 0. The selfish blue keeps 3."
        ),
    ),
    L28=Rule(
        _("The next round, and the game"),
        _(
            "The next round is set up the same way at once, with everything shuffled again. The "
            "player after whoever last played or discarded a card begins. After the last round the "
            "most points win. A tie is a shared win."
        ),
        refusals=("game-over",),
    ),
)
COPIES_OF_DWARFS: Final = {
    f"dwarf-{clan}-{character}": max(cards.LOYALS.values()) if character == cards.LOYAL else 1
    for clan in cards.CLANS
    for character in cards.CHARACTERS
}
RULEBOOK: Final = Rulebook(
    chapters=(SETTING_UP, TURN, PATH_CARDS, ACTION_CARDS, WALKING, END_OF_ROUND),
    examples=Path(__file__).parent / "examples",
    counts={
        **cards.PATHS,
        **cards.ACTIONS,
        **COPIES_OF_DWARFS,
        **{f"start-{clan}": 1 for clan in cards.STARTS},
        **{f"mine-{kind}": 1 for kind in cards.MINES},
        **Counter(f"treasure-{kind}-{value}" for kind, value in cards.treasure_pile()),
        **{f"token-{token}": count for token, count in cards.TOKENS.items()},
        "token-dragon": 1,
    },
)
