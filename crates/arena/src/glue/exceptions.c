/*
 * exceptions.c: what a program in C++ is linked with where exceptions are not supported.
 *
 * The library for WebAssembly has none. `try` and `catch` compile; a `throw`, in the program or in its
 * library, ends up here, says so in the log, and aborts.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((noreturn)) static void refuse(void) {
    fputs("a C++ exception was thrown: exceptions are not supported in WebAssembly\n", stderr);
    abort();
}

void *__cxa_allocate_exception(size_t size) {
    (void)size;
    refuse();
}

void __cxa_free_exception(void *exception) { (void)exception; }

void __cxa_throw(void *exception, void *type, void (*destructor)(void *)) {
    (void)exception;
    (void)type;
    (void)destructor;
    refuse();
}

void __cxa_rethrow(void) { refuse(); }

void *__cxa_begin_catch(void *exception) { return exception; }

void __cxa_end_catch(void) {}
