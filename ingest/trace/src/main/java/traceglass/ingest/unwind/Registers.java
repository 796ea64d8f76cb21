package traceglass.ingest.unwind;

/// Register values by DWARF number. Some may be unknown.
public final class Registers {

    private final long[] values = new long[Processor.REGISTERS];
    private long knownMask;

    boolean has(int register) {
        return register >= 0 && register < Processor.REGISTERS && (knownMask >>> register & 1) != 0;
    }

    /// @throws UnwindException if the value is unknown
    long get(int register) throws UnwindException {
        if (!has(register)) {
            throw new UnwindException(UnwoundStack.End.BAD_INFORMATION);
        }
        return values[register];
    }

    void set(int register, long value) {
        values[register] = value;
        knownMask |= 1L << register;
    }

    void clear(int register) {
        knownMask &= ~(1L << register);
    }

    Registers copy() {
        Registers copy = new Registers();
        System.arraycopy(values, 0, copy.values, 0, values.length);
        copy.knownMask = knownMask;
        return copy;
    }
}
