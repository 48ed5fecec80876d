"""Decides in which words a notice of suspension is written, in each of its languages.

A notice has a language of its own, whatever the reader's: its words stand here and not in the catalogues.
"""

from __future__ import annotations

from collections.abc import Mapping

LANGUAGES: Mapping[str, str] = {"en": "English", "fr": "Français"}

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "title": "Notice of suspension",
        "number": "Number",
        "supersedes": "Corrected notice",
        "supersedes-text": "This notice takes the place of notice {number}, which no longer holds.",
        "league": "League",
        "person": "Suspended",
        "game": "Game",
        "infraction": "Infraction",
        "rule": "Rule",
        "offence-number": "Offence",
        "offence-number-text": "number {number} of the person under this rule",
        "minimum": "Minimum of the rule book",
        "length": "Suspension",
        "reason": "Reason",
        "begins": "Begins",
        "served": "Already served in",
        "games": "Games it can be served in, as scheduled now",
        "no-games": "none are scheduled yet",
        "return": "Earliest return",
        "return-game": "the game {game}",
        "return-waits": "not before it is decided",
        "return-later": "after the games scheduled so far",
        "may": "Meanwhile allowed",
        "may-not": "Meanwhile not allowed",
        "hearing": "Hearing",
        "hearing-right": "A hearing can be asked for (rule {clause}). The suspension runs meanwhile.",
        "hearing-until": "A hearing can be asked for through {day} (rule {clause}). The suspension runs meanwhile.",
        "hearing-none": "The length is the minimum of the rule book; it gives no right to a hearing.",
        "appeal": "Appeal",
        "appeal-none": "The rule book allows no appeal.",
        "appeal-to": "An appeal goes to {to}.",
        "appeal-until": "It must come by {until}.",
        "appeal-goes-on": "The suspension is served while it is open.",
        "appeal-rests": "The suspension rests while it is open.",
        "appeal-silent": "The rule book says nothing about appeals; ask the league.",
        "authority": "Decided by",
        "issued": "Issued",
        "foot": "This notice is confidential. It never changes; a correction is a new notice with its own number.",
        "game-s": "{n} game",
        "game-p": "{n} games",
        "until": "through {day}",
        "indefinite": "without an end, until decided again",
        "at-least": "at least {games}",
        "season": "for the rest of the season",
        "expelled": "expelled",
        "pending": "until it is decided",
        "and": "and",
        "at": "{away} at {home}",
        "none": "none is given",
    },
    "fr": {
        "title": "Avis de suspension",
        "number": "Numéro",
        "supersedes": "Avis corrigé",
        "supersedes-text": "Cet avis remplace l'avis {number}, qui n'est plus valable.",
        "league": "Ligue",
        "person": "Personne suspendue",
        "game": "Match",
        "infraction": "Infraction",
        "rule": "Règle",
        "offence-number": "Récidive",
        "offence-number-text": "infraction numéro {number} de la personne selon cette règle",
        "minimum": "Minimum du règlement",
        "length": "Suspension",
        "reason": "Motif",
        "begins": "Début",
        "served": "Déjà purgée lors de",
        "games": "Matchs où elle peut être purgée, selon le calendrier actuel",
        "no-games": "aucun n'est encore au calendrier",
        "return": "Retour au plus tôt",
        "return-game": "le match {game}",
        "return-waits": "pas avant la décision",
        "return-later": "après les matchs au calendrier actuel",
        "may": "Permis entre-temps",
        "may-not": "Interdit entre-temps",
        "hearing": "Audience",
        "hearing-right": "Une audience peut être demandée (règle {clause}). La suspension court entre-temps.",
        "hearing-until": "Une audience peut être demandée jusqu'au {day} (règle {clause}). La suspension court.",
        "hearing-none": "La durée est le minimum du règlement ; elle ne donne pas droit à une audience.",
        "appeal": "Appel",
        "appeal-none": "Le règlement ne permet aucun appel.",
        "appeal-to": "Un appel s'adresse à : {to}.",
        "appeal-until": "Il doit arriver au plus tard le {until}.",
        "appeal-goes-on": "La suspension se purge pendant l'appel.",
        "appeal-rests": "La suspension est suspendue pendant l'appel.",
        "appeal-silent": "Le règlement ne dit rien des appels ; adressez-vous à la ligue.",
        "authority": "Décision de",
        "issued": "Émis le",
        "foot": "Cet avis est confidentiel et ne change jamais ; une correction est un nouvel avis, avec son numéro.",
        "game-s": "{n} match",
        "game-p": "{n} matchs",
        "until": "jusqu'au {day} inclus",
        "indefinite": "pour une durée indéterminée, jusqu'à nouvelle décision",
        "at-least": "au moins {games}",
        "season": "pour le reste de la saison",
        "expelled": "expulsion",
        "pending": "jusqu'à la décision",
        "and": "et",
        "at": "{away} à {home}",
        "none": "aucun n'est indiqué",
    },
}

ACTIVITIES: Mapping[str, Mapping[str, str]] = {
    "en": {
        "practise": "practise with the team",
        "try-out": "take part in try-outs",
        "play": "play in league, exhibition and tournament games",
        "bench": "be on or near the players' bench",
        "coach": "coach in games of any kind",
        "dressing-room": "be in the dressing room before, during or after games",
        "contact-with-bench": "be in contact with the bench or the dressing room by signs, voice, phone or any device",
        "officiate": "officiate",
        "take-part": "take part in anything of the league",
    },
    "fr": {
        "practise": "s'entraîner avec l'équipe",
        "try-out": "participer aux camps de sélection",
        "play": "jouer dans les matchs de ligue, hors-concours et de tournoi",
        "bench": "se trouver au banc des joueurs ou à proximité",
        "coach": "diriger l'équipe dans un match, quel qu'il soit",
        "dressing-room": "se trouver au vestiaire avant, pendant ou après les matchs",
        "contact-with-bench": "communiquer avec le banc ou le vestiaire, par quelque moyen que ce soit",
        "officiate": "arbitrer",
        "take-part": "participer à toute activité de la ligue",
    },
}

ROLES: Mapping[str, Mapping[str, str]] = {
    "en": {
        "skater": "player",
        "goalie": "goaltender",
        "coach": "coach",
        "assistant-coach": "assistant coach",
        "manager": "manager",
        "trainer": "trainer",
        "representative": "representative",
    },
    "fr": {
        "skater": "joueur",
        "goalie": "gardien de but",
        "coach": "entraîneur",
        "assistant-coach": "entraîneur adjoint",
        "manager": "gérant",
        "trainer": "soigneur",
        "representative": "représentant",
    },
}

PENALTIES: Mapping[str, Mapping[str, str]] = {
    "en": {},
    "fr": {
        "minor": "mineure",
        "bench-minor": "mineure de banc",
        "major": "majeure",
        "misconduct": "inconduite",
        "game-misconduct": "inconduite de partie",
        "gross-misconduct": "inconduite grossière",
        "match": "punition de match",
        "penalty-shot": "tir de punition",
        "game-ejection": "expulsion du match",
    },
}

OFFENCES: Mapping[str, Mapping[str, str]] = {
    "en": {},
    "fr": {
        "abuse-of-official": "abus envers un officiel",
        "abusive-language": "langage abusif",
        "attempt-to-injure": "tentative de blesser",
        "boarding": "mise en échec contre la bande",
        "body-checking": "mise en échec",
        "butt-ending": "six-pouces",
        "charging": "assaut",
        "checking-from-behind": "mise en échec par derrière",
        "contact-with-official": "contact avec un officiel",
        "cross-checking": "double-échec",
        "deliberate-injury": "blessure délibérée",
        "discriminatory-language": "propos discriminatoires",
        "elbowing": "coup de coude",
        "fighting": "bagarre",
        "fighting-off-ice": "bagarre hors glace",
        "hair-pulling": "tirer les cheveux",
        "head-butting": "coup de tête",
        "head-contact": "contact à la tête",
        "high-sticking": "bâton élevé",
        "kicking": "coup de pied",
        "kneeing": "coup de genou",
        "leaving-bench-for-fight": "quitter le banc pour une bagarre",
        "leaving-bench-during-fight": "quitter le banc pendant une bagarre",
        "obscene-language": "langage obscène",
        "roughing": "rudesse",
        "slashing": "cinglage",
        "spearing": "dardage",
        "spitting": "cracher",
        "striking-official": "frapper un officiel",
        "third-man-in": "troisième homme",
        "threatening-official": "menaces envers un officiel",
        "travesty-of-game": "travestissement du match",
        "tripping": "faire trébucher",
        "unsportsmanlike-conduct": "conduite antisportive",
        "other": "autre",
    },
}

AUTHORITIES: Mapping[str, Mapping[str, str]] = {
    "en": {},
    "fr": {
        "director": "directeur",
        "league-president": "président de ligue",
        "club-committee": "comité du club",
        "executive-committee": "comité exécutif",
    },
}


def penalty(word: str, language: str) -> str:
    """The class of a penalty in words."""
    return PENALTIES[language].get(word, word.replace("-", " "))


def offence(word: str, language: str) -> str:
    """An offence in words."""
    return OFFENCES[language].get(word, word.replace("-", " "))


def authority(word: str, language: str) -> str:
    """Who decides, in words."""
    return AUTHORITIES[language].get(word, word.replace("-", " "))
