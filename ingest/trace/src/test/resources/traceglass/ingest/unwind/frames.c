/* Source of frames.elf, whose stacks are in frames.txt:
 *
 *   FLAGS="-O2 -fomit-frame-pointer -nostdlib -static -fno-pie -no-pie -fcf-protection=none -fno-stack-protector
 *     -Wl,--build-id=sha1,-z,noseparate-code,--section-start=.text=0x400800,--section-start=.bss=0x601000"
 *   gcc $FLAGS -Wl,--eh-frame-hdr frames.c -o frames.elf && strip -s frames.elf
 *   perf record -e cpu-clock -F 10000 --call-graph dwarf,1024 ./frames.elf
 *
 * frames-debug.elf has the same code, built with -g -fno-asynchronous-unwind-tables. Its call frame information is in
 * .debug_frame, which objcopy --compress-debug-sections=zlib compressed; other debug information was removed. */

typedef unsigned long u64;
#define FUNCTION __attribute__((noinline, noipa))

static volatile u64 sink;

static void end(void) {
    __asm__ volatile("syscall" : : "a"(60L), "D"(0L) : "rcx", "r11", "memory");
}

FUNCTION void leaf(u64 n) {
    for (u64 i = 0; i < n; i++) sink += i * 3;
}

/* Saves registers. */
FUNCTION u64 pushes(u64 a, u64 b, u64 c, u64 d) {
    leaf(a * 9000);
    leaf(b * 3000);
    leaf(c);
    return a * 3 + b * 5 + c * 7 + d;
}

FUNCTION u64 array(u64 n) {
    volatile char room[200];
    room[n & 127] = 1;
    leaf(20000);
    return room[3] + pushes(n, 2, 3, 4);
}

/* Has a frame of unknown size. */
FUNCTION u64 variable(u64 n) {
    volatile char *room = __builtin_alloca(n * 16 + 8);
    room[0] = n;
    leaf(20000);
    u64 x = array(n);
    return x + room[0];
}

/* Aligns the stack. */
FUNCTION u64 aligned(u64 n) {
    volatile char room[64] __attribute__((aligned(64)));
    room[n & 7] = 2;
    leaf(20000);
    return variable(n & 7) + room[1];
}

/* Has arguments on the stack. */
FUNCTION u64 many(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f, u64 g, u64 h) {
    leaf(20000);
    return a + b + c + d + e + f + g * h + aligned(a);
}

FUNCTION u64 recursive(u64 n) {
    if (n == 0) return many(1, 2, 3, 4, 5, 6, 7, 8);
    u64 x = recursive(n - 1);
    leaf(2000);
    return x * n;
}

/* Called by the last instruction of its callers, so that return addresses are in the function after them. */
FUNCTION __attribute__((noreturn)) void finish(void) {
    leaf(3000000);
    end();
    __builtin_unreachable();
}

FUNCTION __attribute__((noreturn)) void last(u64 n) {
    sink += recursive(n);
    finish();
}

__attribute__((noreturn, used)) void run(void) {
    for (int i = 0; i < 120; i++) sink += recursive(i % 5);
    last(3);
}

__asm__(".globl _start\n.type _start,@function\n_start: .cfi_startproc\n.cfi_undefined rip\nxor %ebp,%ebp\n"
        "and $-16,%rsp\ncall run\nhlt\n.cfi_endproc\n.size _start,.-_start");
