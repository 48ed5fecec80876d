"""Holds the names that the demo combines: no town, rink or club of these names plays in the real district."""

from collections.abc import Sequence
from random import Random

TOWNS: Sequence[str] = (
    "Alder Falls", "Bell Prairie", "Cinder Lake", "Dunmarrow", "Elk Narrows", "Foxglove Hill", "Grayling Bay",
    "Harrowgate", "Iron Ferry", "Juniper Flats", "Kestrel Point", "Larkmoor", "Millstone Creek", "Northwick",
)  # fmt: skip
"""One association each."""

RINKS: Sequence[str] = (
    "Alder Falls Ice Arena", "Bell Prairie Community Rink", "Cinder Lake Arena", "Dunmarrow Ice Centre",
    "Elk Narrows Arena", "Foxglove Ice Barn", "Grayling Bay Arena", "Harrowgate Civic Arena", "Iron Ferry Ice Works",
    "Juniper Flats Arena", "Kestrel Point Pavilion", "Three Rivers Ice Hall",
)  # fmt: skip
"""The rink of each town, in the towns' order; the last towns share the last rink."""

BOYS: Sequence[str] = (
    "Abdi", "Aiden", "Anders", "Asher", "Axel", "Ben", "Bjorn", "Caleb", "Callum", "Carlos", "Casper", "Chue", "Cole",
    "Dario", "Declan", "Diego", "Dmitri", "Eero", "Eli", "Emil", "Ethan", "Farid", "Felix", "Finn", "Gabriel",
    "Graham", "Gunnar", "Hamza", "Hassan", "Henrik", "Hugo", "Ian", "Ibrahim", "Isaac", "Ivan", "Jalen", "Javier",
    "Jonas", "Jude", "Kai", "Kellan", "Kenji", "Lars", "Leo", "Levi", "Liam", "Luca", "Malik", "Marcus", "Mateo",
    "Micah", "Milo", "Nico", "Noah", "Oliver", "Omar", "Oskar", "Otto", "Owen", "Pavel", "Peder", "Quinn", "Rafael",
    "Reid", "Rowan", "Samir", "Silas", "Soren", "Tadeo", "Teng", "Theo", "Tobias", "Tou", "Victor", "Wes", "Xavier",
    "Yusuf", "Zeb",
)  # fmt: skip

GIRLS: Sequence[str] = (
    "Ada", "Amina", "Anika", "Astrid", "Ava", "Beatriz", "Britta", "Camila", "Clara", "Daisy", "Dalia", "Edith",
    "Elena", "Elsa", "Esme", "Fatima", "Freya", "Greta", "Hana", "Hawa", "Hazel", "Ida", "Imani", "Ingrid", "Iris",
    "Isla", "June", "Kaia", "Kalia", "Karin", "Leila", "Linnea", "Lucia", "Mai", "Maren", "Marisol", "Mina", "Nadia",
    "Naomi", "Nora", "Opal", "Paloma", "Pia", "Priya", "Ramona", "Rosa", "Runa", "Sadie", "Saga", "Sahra", "Selma",
    "Signe", "Sofia", "Suni", "Tessa", "Thea", "Tove", "Uma", "Vera", "Willa", "Yara", "Zoya",
)  # fmt: skip

FAMILIES: Sequence[str] = (
    "Aalto", "Abernathy", "Acosta", "Adeyemi", "Ahmadi", "Almquist", "Alvarado", "Amdahl", "Arroyo", "Aspelund",
    "Bakke", "Barreto", "Bergeson", "Birkeland", "Bjorklund", "Blackwood", "Boateng", "Brandvold", "Brightwater",
    "Calloway", "Cardenas", "Castellan", "Chaudry", "Cloudwalker", "Cordova", "Dahlgren", "Dalager", "Darwish",
    "Delacroix", "Deming", "Diallo", "Dubrovsky", "Eklund", "Elhadi", "Engebretson", "Espinoza", "Faltesek", "Farah",
    "Fernholm", "Fjelstad", "Forsgren", "Gaardner", "Galvez", "Gebre", "Granlund", "Gustavo", "Haakenson", "Hagberg",
    "Hallstrom", "Haugland", "Hedlund", "Her", "Holmquist", "Hovland", "Ibarra", "Idowu", "Ingvalson", "Iyer",
    "Jama", "Jaskolka", "Jelinek", "Jorstad", "Kaczmar", "Karlsgaard", "Kettering", "Khang", "Kinnunen", "Kovalik",
    "Kvale", "Lafrenz", "Langseth", "Lindahl", "Lor", "Lundeby", "Macalister", "Madsen", "Marchetti", "Mbeki",
    "Medrano", "Mikkelson", "Moua", "Nakamura", "Nasser", "Nygaard", "Obermann", "Okafor", "Olmstead", "Ortega",
    "Ostby", "Pajari", "Pedrosa", "Perreault", "Petrakis", "Quintero", "Rademacher", "Rasmusson", "Redfeather",
    "Rinaldi", "Rolvaag", "Saldana", "Sandvik", "Sathre", "Serrano", "Shirazi", "Skoglund", "Solberg", "Stenerson",
    "Strandberg", "Suleiman", "Tamm", "Thao", "Thorvald", "Tollefson", "Trujillo", "Ulvestad", "Vang", "Varga",
    "Veum", "Villaverde", "Wahlstrom", "Warsame", "Westergaard", "Whitlock", "Xiong", "Yilmaz", "Zajac", "Zeledon",
)  # fmt: skip


def slug(town: str) -> str:
    """The town as it stands in ids."""
    return town.lower().replace(" ", "-")


class Namer:
    """Gives out names, none of them twice."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._given: set[str] = set()

    def name(self, first_names: Sequence[str]) -> str:
        """A first and a family name that nobody has yet."""
        while True:
            name = f"{self._rng.choice(first_names)} {self._rng.choice(FAMILIES)}"
            if name not in self._given:
                self._given.add(name)
                return name
