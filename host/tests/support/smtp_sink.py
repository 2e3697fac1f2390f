"""A real SMTP server for tests. Every message taken becomes NNNN.eml in the folder given, its recipients NNNN.to.

Prints its port, then obeys lines on standard input ("answer 451 4.3.0 busy" refuses every message so, "accept" takes
them again), each confirmed by a line "ok". It ends when its standard input does, so it never outlives its test.
"""
import asyncio
import logging
import os
import ssl
import sys

from aiosmtpd.smtp import SMTP


class Keep:
    def __init__(self, folder):
        self.folder, self.count, self.answer = folder, 0, None

    async def handle_DATA(self, server, session, envelope):
        if self.answer:
            return self.answer
        self.count += 1
        path = os.path.join(self.folder, f"{self.count:04}")
        with open(path + ".to", "w", encoding="utf-8") as recipients:
            recipients.write("\n".join(envelope.rcpt_tos))
        with open(path + ".part", "wb") as message:
            message.write(envelope.original_content)
        os.rename(path + ".part", path + ".eml")
        return "250 2.0.0 taken"


async def main(folder, certificate=None, key=None):
    tls = None
    if certificate:
        tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        tls.load_cert_chain(certificate, key)
    keep = Keep(folder)
    loop = asyncio.get_running_loop()

    def session():
        return SMTP(keep, hostname="localhost", enable_SMTPUTF8=True, tls_context=tls, require_starttls=bool(tls))

    server = await loop.create_server(session, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        word, _, rest = line.strip().partition(" ")
        keep.answer = rest if word == "answer" else None
        print("ok", flush=True)


# A client that breaks off is part of the tests, not news.
logging.disable()
asyncio.run(main(*sys.argv[1:]))
