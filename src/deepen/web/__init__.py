"""The page: a server on one side, a few files for the browser on the other.

scene.py       a position as shapes, which the browser draws and makes clickable
pages.py       what a game must offer to be on the page, and the list of those that do
choices.py     what the page offers to choose from, and what is chosen at first
positions.py   quick answers: a position drawn, edited, played
solving.py     slow ones for the puzzle room; also laboratory.py, duelling.py
verbs.py       all of them, for worker processes
protocol.py    every message that may come in, as a schema
problems.py    what is wrong with one, in our own words
dispatch.py    which message goes to which processes
worker.py      a process that runs one verb after the other, and frames.py, how it talks
jobs.py        worker processes, the queue in front of them, stopping and replacing them
lanes.py       how many processes for what, and turns.py, who is next
socket.py      one WebSocket a page: requests, answers, progress; outbox.py, what is unsent
api.py         the same verbs for programs, as JSON over HTTP
guard.py       what may be asked from where, and the headers of every answer
gate.py        who may ask, where a token is asked for
settings.py    what the command line decides
watching.py    whether a file of rules has changed
server.py      all of it as one application
listening.py   how it is served, and patience.py, an end to all waiting for clients

Nothing here is imported by the rest of deepen, and only `deepen serve` needs the extra `web`.
"""
