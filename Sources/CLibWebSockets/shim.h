// libwebsockets, and the two libraries it stands on: OpenSSL for HMAC, zlib for gzip.
// Here is also what Swift cannot say by itself: macros, and one Linux call that Glibc's module hides.
#ifndef ORIEL_CLIBWEBSOCKETS_H
#define ORIEL_CLIBWEBSOCKETS_H

#include <libwebsockets.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <sys/socket.h>
#include <zlib.h>

extern int accept4(int, struct sockaddr *restrict, socklen_t *restrict, int);

/// Accepts one connection, non-blocking and closed on exec, and says who called.
static inline int clws_accept(int listener, struct sockaddr_storage *peer) {
  socklen_t length = sizeof *peer;
  return accept4(listener, (struct sockaddr *)peer, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

/// `deflateInit2` for gzip (RFC 1952): 16 on top of the window bits asks for its header and trailer.
static inline int clws_gzip_init(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
}

#endif
