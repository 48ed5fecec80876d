"""How Rinkside shows things: badges, times, navigation, live regions. No rules, no queries."""
