// epoll is not part of Swift's Glibc module.
#pragma once
#include <sys/epoll.h>
