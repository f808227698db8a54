#ifndef ORIEL_CBROTLI_H
#define ORIEL_CBROTLI_H

#include <brotli/encode.h>

#endif
