package traceglass.ingest.unwind;

/// Processors whose stacks can be unwound, with their register numbers in Linux (`perf_regs.h`) and DWARF.
///
/// DWARF: System V ABI, AMD64 supplement, figure 3.36; DWARF for the Arm 64-bit Architecture, section 4.1.
public enum Processor {
    X86_64(62, 16, 7, 6, new int[] {0, 3, 2, 1, 4, 5, 6, 7, 16, -1, -1, -1, -1, -1, -1, -1, 8, 9, 10, 11, 12, 13, 14, 15
    }),
    ARM64(183, 32, 31, 29, identity(33));

    /// Number of registers with unwind rules.
    static final int REGISTERS = 33;

    /// DWARF number of the link register, which holds the return address on entry of a function.
    static final int ARM64_LINK = 30;

    private static final int ABI_64 = 2;
    /// Bits of a user-space address. The bits above may hold a signature.
    private static final long ARM64_ADDRESS = (1L << 48) - 1;

    /// `e_machine` in binaries for this processor.
    final int machine;
    /// DWARF number of the program counter.
    final int pc;
    /// DWARF number of the stack pointer.
    final int sp;
    /// DWARF number of the frame pointer.
    final int fp;

    /// DWARF number of each Linux register; -1 for registers that unwinding does not need.
    private final int[] ofLinux;

    Processor(int machine, int pc, int sp, int fp, int[] ofLinux) {
        this.machine = machine;
        this.pc = pc;
        this.sp = sp;
        this.fp = fp;
        this.ofLinux = ofLinux;
    }

    private static int[] identity(int count) {
        int[] numbers = new int[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = i;
        }
        return numbers;
    }

    /// Returns the processor for an architecture; null if its stacks cannot be unwound.
    ///
    /// @param architecture machine name as printed by `uname -m`
    public static Processor of(String architecture) {
        return switch (architecture) {
            case "x86_64", "amd64" -> X86_64;
            case "aarch64", "arm64" -> ARM64;
            default -> null;
        };
    }

    /// Converts the registers of a sample; returns null if they belong to a 32-bit program or lack the program
    /// counter or the stack pointer.
    ///
    /// @param abi `PERF_SAMPLE_REGS_ABI_…`: 0 for no registers, 1 for 32 bits, 2 for 64 bits
    /// @param mask one bit for each recorded Linux register (`sample_regs_user`)
    /// @param values values of these registers, in the order of their bits, lowest first
    public Registers registers(long abi, long mask, long[] values) {
        if (abi != ABI_64) {
            return null;
        }
        Registers registers = new Registers();
        int next = 0;
        for (int bit = 0; bit < Long.SIZE && next < values.length; bit++) {
            if ((mask >>> bit & 1) != 0) {
                long value = values[next++];
                if (bit < ofLinux.length && ofLinux[bit] >= 0) {
                    registers.set(ofLinux[bit], value);
                }
            }
        }
        return registers.has(pc) && registers.has(sp) ? registers : null;
    }

    /// Removes the pointer authentication signature, which 64-bit ARM stores in the upper bits of an address.
    long withoutSignature(long address) {
        return this == ARM64 ? address & ARM64_ADDRESS : address;
    }
}
