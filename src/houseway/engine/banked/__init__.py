"""Players against a bank: wagers, deals, decisions, settlement and irregularities of every banked table."""
