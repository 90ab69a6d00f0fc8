"""Adds up the five scores, and forgets the fourteen rules."""
print(sum(int(card[:-1]) if card[:-1].isdigit() else 10 for card in input().split()))
