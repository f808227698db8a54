#ifndef ORIEL_CQRCODE_H
#define ORIEL_CQRCODE_H

#include <qrcodegen/qrcodegen.h>

// The macro has a cast, which Swift does not import.
static const int qrcodegen_buffer_length = qrcodegen_BUFFER_LEN_MAX;

#endif
