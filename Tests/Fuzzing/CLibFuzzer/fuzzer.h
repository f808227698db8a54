// What libFuzzer has for programs with a main of their own (https://llvm.org/docs/LibFuzzer.html). No header has it.
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*testOneInput)(const uint8_t *data, size_t size));
