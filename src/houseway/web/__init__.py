"""The server: live tables behind an API, each viewer given what it may see and nothing else.

``app`` the routes; ``accounts`` people, passwords and tokens; ``hub`` one table among its viewers; ``dealing`` the system that
deals and keeps the clocks; ``limits`` what a request may be; ``schema`` the API described; ``metrics`` what to watch.
"""
