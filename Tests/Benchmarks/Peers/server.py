"""A server on every loopback address: lists with and without validators, and slow feeds.

server.py PORT FOLDER

/NAME           a file of the folder, with ETag and Last-Modified; 304 if requested with them
/plain/NAME     the same without validators
/feed/N         a feed of 50 items, after 50 ms, with ETag; 304 if requested with it
"""

import email.utils
import os
import socketserver
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

port, folder = int(sys.argv[1]), sys.argv[2]


def feed(number):
    items = "".join(
        f"<item><title>Item {item} of feed {number}</title><link>http://example.org/{number}/{item}</link>"
        f"<guid>http://example.org/{number}/{item}</guid><pubDate>{email.utils.formatdate(1790000000 - item * 3600)}</pubDate>"
        f"<description>{'What is new in the matter, and what is not. ' * 20}</description></item>"
        for item in range(50)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel>'
        f"<title>Feed {number}</title><link>http://example.org/{number}</link><description>News</description>{items}"
        "</channel></rss>"
    ).encode()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Like real servers; otherwise, a body waits up to 40 ms for the acknowledgment of its header.
    disable_nagle_algorithm = True

    def do_GET(self):
        if self.path.startswith("/feed/"):
            time.sleep(0.05)
            self.answer(feed(self.path[6:]), '"1"', 1790000000)
            return
        path = os.path.join(folder, os.path.basename(self.path))
        if not os.path.exists(path):
            self.send_error(404)
        elif self.path.startswith("/plain/"):
            self.answer_file(path)
        else:
            status = os.stat(path)
            self.answer_file(path, f'"{status.st_size:x}-{status.st_mtime_ns:x}"', status.st_mtime)

    def answer(self, body, tag, modified):
        if self.is_unchanged(tag):
            return
        self.begin(len(body), tag, modified)
        self.wfile.write(body)

    def answer_file(self, path, tag=None, modified=None):
        if tag and self.is_unchanged(tag):
            return
        self.begin(os.path.getsize(path), tag, modified)
        with open(path, "rb") as file:
            while piece := file.read(1 << 20):
                self.wfile.write(piece)

    def is_unchanged(self, tag):
        if self.headers.get("If-None-Match") != tag:
            return False
        self.send_response(304)
        self.send_header("ETag", tag)
        self.end_headers()
        return True

    def begin(self, length, tag, modified):
        self.send_response(200)
        self.send_header("Content-Length", str(length))
        if tag:
            self.send_header("ETag", tag)
            self.send_header("Last-Modified", email.utils.formatdate(modified, usegmt=True))
        self.end_headers()

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def server_bind(self):
        # Like its parent, but without looking up the host name.
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = "loopback", port


Server(("0.0.0.0", port), Handler).serve_forever()
