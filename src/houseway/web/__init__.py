"""The server: live tables behind an API, each viewer given what it may see and nothing else.

``app`` the routes, ``rooms`` those of jackpots, ``submitted`` those of Rules Submissions; ``asked`` requests and answers;
``watching`` one WebSocket a viewer; ``accounts`` people, passwords and tokens; ``hub`` one table among its viewers; ``dealing`` the system that
deals and keeps the clocks; ``limits`` what a request may be; ``schema`` the API described; ``metrics`` what to watch.
"""
