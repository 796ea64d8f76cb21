package traceglass.ingest.unwind;

import traceglass.ingest.elf.BinaryCursor;

/// Evaluates the stack machine expressions with which call frame information computes addresses (DWARF 5,
/// section 2.5), for example in PLT entries and signal frames.
final class DwarfExpression {

    private static final int MAX_DEPTH = 64;
    /// Maximum number of operations: in damaged expressions, branches may form loops.
    private static final int MAX_STEPS = 10_000;

    private final Registers registers;
    private final UnwindMemory memory;
    private final long bias;
    private final long[] stack = new long[MAX_DEPTH];
    private int depth;

    /// @param bias difference between an address in memory and the same address in the file
    DwarfExpression(Registers registers, UnwindMemory memory, long bias) {
        this.registers = registers;
        this.memory = memory;
        this.bias = bias;
    }

    /// Returns the result of an expression.
    ///
    /// @param in cursor over the bytes of the section
    /// @param initial value on the stack before the first operation, if `hasInitial`
    long evaluate(BinaryCursor in, long start, long end, boolean hasInitial, long initial) throws UnwindException {
        depth = 0;
        if (hasInitial) {
            push(initial);
        }
        in.at(start);
        for (int steps = 0; in.position() < end; steps++) {
            if (steps == MAX_STEPS) {
                throw badInformation();
            }
            execute(in, in.u8());
            if (in.position() < start || in.position() > end) {
                throw badInformation();
            }
        }
        return pop();
    }

    private void execute(BinaryCursor in, int op) throws UnwindException {
        if (op >= 0x30 && op <= 0x4f) {
            push(op - 0x30);
        } else if (op >= 0x50 && op <= 0x6f) {
            push(registers.get(op - 0x50));
        } else if (op >= 0x70 && op <= 0x8f) {
            push(registers.get(op - 0x70) + in.sleb());
        } else if (op <= 0x11 || op == 0x23) {
            pushConstant(in, op);
        } else if (op <= 0x17) {
            executeStackOperation(in, op);
        } else if (op <= 0x2f) {
            compute(in, op);
        } else {
            executeOther(in, op);
        }
    }

    private void pushConstant(BinaryCursor in, int op) throws UnwindException {
        switch (op) {
            case 0x03 -> push(in.u64() + bias); // addr
            case 0x06 -> push(memory.read(pop(), Long.BYTES)); // deref
            case 0x08 -> push(in.u8());
            case 0x09 -> push(in.s8());
            case 0x0a -> push(in.u16());
            case 0x0b -> push((short) in.u16());
            case 0x0c -> push(in.u32());
            case 0x0d -> push((int) in.u32());
            case 0x0e, 0x0f -> push(in.u64());
            case 0x10 -> push(in.uleb());
            case 0x11 -> push(in.sleb());
            case 0x23 -> push(pop() + in.uleb()); // plus_uconst
            default -> throw badInformation();
        }
    }

    private void executeStackOperation(BinaryCursor in, int op) throws UnwindException {
        switch (op) {
            case 0x12 -> push(top(0)); // dup
            case 0x13 -> pop(); // drop
            case 0x14 -> push(top(1)); // over
            case 0x15 -> push(top(in.u8())); // pick
            case 0x16 -> { // swap
                long a = pop();
                long b = pop();
                push(a);
                push(b);
            }
            case 0x17 -> { // rot
                long a = pop();
                long b = pop();
                long c = pop();
                push(a);
                push(c);
                push(b);
            }
            default -> throw badInformation();
        }
    }

    private void compute(BinaryCursor in, int op) throws UnwindException {
        switch (op) {
            case 0x19 -> push(Math.abs(pop()));
            case 0x1f -> push(-pop());
            case 0x20 -> push(~pop());
            case 0x28 -> { // bra
                int distance = (short) in.u16();
                if (pop() != 0) {
                    jump(in, distance);
                }
            }
            case 0x2f -> jump(in, (short) in.u16()); // skip
            default -> {
                long b = pop();
                push(combine(op, pop(), b));
            }
        }
    }

    private static void jump(BinaryCursor in, int distance) throws UnwindException {
        long to = in.position() + distance;
        if (to < 0) {
            throw badInformation();
        }
        in.at(to);
    }

    private static long combine(int op, long a, long b) throws UnwindException {
        return switch (op) {
            case 0x1a -> a & b;
            case 0x1b -> b == 0 ? fail() : a / b;
            case 0x1c -> a - b;
            case 0x1d -> b == 0 ? fail() : Long.remainderUnsigned(a, b);
            case 0x1e -> a * b;
            case 0x21 -> a | b;
            case 0x22 -> a + b;
            case 0x24 -> b < 0 || b >= Long.SIZE ? 0 : a << b;
            case 0x25 -> b < 0 || b >= Long.SIZE ? 0 : a >>> b;
            case 0x26 -> a >> (b < 0 || b >= Long.SIZE ? Long.SIZE - 1 : b);
            case 0x27 -> a ^ b;
            case 0x29 -> a == b ? 1 : 0;
            case 0x2a -> a >= b ? 1 : 0;
            case 0x2b -> a > b ? 1 : 0;
            case 0x2c -> a <= b ? 1 : 0;
            case 0x2d -> a < b ? 1 : 0;
            case 0x2e -> a != b ? 1 : 0;
            default -> fail();
        };
    }

    private void executeOther(BinaryCursor in, int op) throws UnwindException {
        switch (op) {
            case 0x90 -> push(registers.get(readRegister(in))); // regx
            case 0x92 -> { // bregx
                long value = registers.get(readRegister(in));
                push(value + in.sleb());
            }
            case 0x94 -> { // deref_size
                int size = in.u8();
                if (size != 1 && size != 2 && size != 4 && size != 8) {
                    throw badInformation();
                }
                push(memory.read(pop(), size));
            }
            case 0x96 -> {} // nop
            default -> throw badInformation();
        }
    }

    /// Reads the number of a register. Registers without rules are mapped to one unused number.
    static int readRegister(BinaryCursor in) {
        long number = in.uleb();
        return number < 0 || number >= Processor.REGISTERS ? Processor.REGISTERS : (int) number;
    }

    private void push(long value) throws UnwindException {
        if (depth == MAX_DEPTH) {
            throw badInformation();
        }
        stack[depth++] = value;
    }

    private long pop() throws UnwindException {
        if (depth == 0) {
            throw badInformation();
        }
        return stack[--depth];
    }

    private long top(int below) throws UnwindException {
        if (below >= depth) {
            throw badInformation();
        }
        return stack[depth - 1 - below];
    }

    private static long fail() throws UnwindException {
        throw badInformation();
    }

    private static UnwindException badInformation() {
        return new UnwindException(UnwoundStack.End.BAD_INFORMATION);
    }
}
