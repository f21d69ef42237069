"""The chapters, each as data with the few functions that are its own, and the list of games."""
