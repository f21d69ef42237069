"""The record: every command by a known person, kept with its events before it is answered, chained so that anyone can verify it.

``schema`` the tables of the database, ``migrations`` how they came about; ``chain`` what a row's hash covers; ``rows`` how a
command, its events and a state are written; ``log`` appends and reads them; ``writer`` commits for many tables at once;
``record`` the tables of a house as the record has them; ``table_system`` deals with seeds committed before a round and revealed
after it; ``attendance`` who is at a table; ``jackpots`` what tables contribute; ``wake`` processes tell each other;
``audit`` verifies, replays and exports; ``backup`` copies a database while it runs.
"""
