from houseway.lab.sheet import MainSheet
def estimate_main_game(rules, progress, *, seed, rounds) -> MainSheet:
    raise NotImplementedError
