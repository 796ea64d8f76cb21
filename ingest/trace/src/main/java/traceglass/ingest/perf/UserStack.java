package traceglass.ingest.perf;

import java.util.function.LongFunction;

/// Registers and stack memory of a sampled thread. The instance is reused.
public final class UserStack {

    private final RecordBytes in;
    private SampleFields sample;
    private long mask;
    private String arch;
    private LongFunction<CodeMapping> memory;

    UserStack(RecordBytes in) {
        this.in = in;
    }

    void set(SampleFields fields, long registerMask, String ofArch, LongFunction<CodeMapping> ofMemory) {
        sample = fields;
        mask = registerMask;
        arch = ofArch;
        memory = ofMemory;
    }

    /// Returns the machine name given by `uname -m`, e.g. `x86_64`, or null if the file does not tell it.
    public String arch() {
        return arch;
    }

    /// Returns the word size of the program: 1 for 32 bits, 2 for 64 bits (`enum perf_sample_regs_abi`).
    public long abi() {
        return sample.registersAbi;
    }

    /// Returns the recorded registers as bits, by the numbers of the kernel's `perf_regs.h` of the architecture.
    public long registerMask() {
        return mask;
    }

    /// Returns the value of a register by its number in [#registerMask]; 0 if it is not recorded.
    public long register(int number) {
        if ((mask >>> number & 1) == 0) {
            return 0;
        }
        int index = Long.bitCount(mask & (1L << number) - 1);
        return in.i64(sample.bytes, sample.registersAt + index * Long.BYTES);
    }

    /// Returns the array that holds the stack memory.
    public byte[] bytes() {
        return sample.bytes;
    }

    /// Returns the offset in [#bytes] of the memory that the stack pointer points at.
    public int offset() {
        return sample.stackAt;
    }

    /// Returns the number of bytes of stack memory from [#offset].
    public int size() {
        return sample.stackSize;
    }

    public boolean isBigEndian() {
        return in.isBigEndian();
    }

    /// Returns the mapping of the process that contains an address, or null.
    public CodeMapping mapping(long address) {
        return memory.apply(address);
    }
}
