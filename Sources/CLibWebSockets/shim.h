// libwebsockets, and the two libraries it stands on: OpenSSL for signatures, zlib for gzip.
// Here is also what Swift cannot say by itself: macros, and one Linux call that Glibc's module hides.
#ifndef ORIEL_CLIBWEBSOCKETS_H
#define ORIEL_CLIBWEBSOCKETS_H

#include <libwebsockets.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
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

/// Makes a public key of its members, which it frees; `NULL` if they are none.
static inline EVP_PKEY *clws_public_key(const char *type, OSSL_PARAM *members) {
  EVP_PKEY *key = NULL;
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
  if (EVP_PKEY_fromdata_init(context) != 1 || EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, members) != 1)
    key = NULL;
  EVP_PKEY_CTX_free(context);
  OSSL_PARAM_free(members);
  return key;
}

/// Makes an RSA key of two big-endian numbers.
static inline EVP_PKEY *clws_rsa_key(const uint8_t *modulus, int modulus_size, const uint8_t *exponent, int exponent_size) {
  BIGNUM *n = BN_bin2bn(modulus, modulus_size, NULL), *e = BN_bin2bn(exponent, exponent_size, NULL);
  OSSL_PARAM_BLD *members = OSSL_PARAM_BLD_new();
  OSSL_PARAM_BLD_push_BN(members, OSSL_PKEY_PARAM_RSA_N, n);
  OSSL_PARAM_BLD_push_BN(members, OSSL_PKEY_PARAM_RSA_E, e);
  EVP_PKEY *key = clws_public_key("RSA", OSSL_PARAM_BLD_to_param(members));
  OSSL_PARAM_BLD_free(members);
  BN_free(n);
  BN_free(e);
  return key;
}

/// Makes a key on P-256 of an encoded point (SEC 1 §2.3.3).
static inline EVP_PKEY *clws_p256_key(const uint8_t *point, size_t size) {
  OSSL_PARAM_BLD *members = OSSL_PARAM_BLD_new();
  OSSL_PARAM_BLD_push_utf8_string(members, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0);
  OSSL_PARAM_BLD_push_octet_string(members, OSSL_PKEY_PARAM_PUB_KEY, point, size);
  EVP_PKEY *key = clws_public_key("EC", OSSL_PARAM_BLD_to_param(members));
  OSSL_PARAM_BLD_free(members);
  return key;
}

#endif
